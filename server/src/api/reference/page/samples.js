/** @typedef {import('./document.js').Filled} Filled */

/** In single quotes of a shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** JSON as a literal of Python. @param {unknown} value @param {string} [margin] @returns {string} */
function python(value, margin = '') {
  const inner = `${margin}    `;
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((item) => inner + python(item, inner)).join(',\n')}\n${margin}]`;
  if (value !== null && typeof value === 'object') {
    const rows = Object.entries(value).map(
      ([key, one]) => `${inner}${JSON.stringify(key)}: ${python(one, inner)}`,
    );
    return rows.length === 0 ? '{}' : `{\n${rows.join(',\n')}\n${margin}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

// The token is not written into samples, which people copy: they read it from the environment.

/** @param {Filled} filled */
export function curl(filled) {
  const { method, url, body } = filled;
  const how = `${filled.headers['accept'] === 'text/event-stream' ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}`;
  const lines = [`curl ${how}${quoted(url)}`];
  for (const [name, value] of Object.entries(filled.headers))
    lines.push(
      name === 'authorization' ? '-H "authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`,
    );
  if (body !== null) lines.push(`-d ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

/** @param {Filled} filled */
export function typescript(filled) {
  const { method, url, body } = filled;
  const token = '`Bearer $' + '{process.env.TOKEN}`';
  const headers = Object.entries(filled.headers).map(
    ([name, value]) => `    '${name}': ${name === 'authorization' ? token : `'${value}'`},`,
  );
  const options = [
    method === 'GET' ? '' : `  method: '${method}',`,
    headers.length === 0 ? '' : `  headers: {\n${headers.join('\n')}\n  },`,
    body === null ? '' : `  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`,
  ].filter((line) => line !== '');
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${second});\nconsole.log(response.status, await response.json());`;
}

/** @param {Filled} filled */
export function pythonSample(filled) {
  const { method, url, body } = filled;
  const headers = Object.entries(filled.headers).map(
    ([name, value]) =>
      `        "${name}": ${name === 'authorization' ? '"Bearer " + os.environ["TOKEN"]' : `"${value}"`},`,
  );
  const options = [
    `    ${JSON.stringify(url)},`,
    method === 'GET' ? '' : `    method="${method}",`,
    headers.length === 0 ? '' : `    headers={\n${headers.join('\n')}\n    },`,
    body === null ? '' : '    data=json.dumps(body).encode(),',
  ].filter((line) => line !== '');
  return [
    `import json${headers.some((line) => line.includes('os.')) ? ', os' : ''}`,
    'from urllib.request import Request, urlopen',
    '',
    ...(body === null ? [] : [`body = ${python(JSON.parse(body))}`]),
    `request = Request(\n${options.join('\n')}\n)`,
    'with urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}
