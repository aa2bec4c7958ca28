import { guardsOf, type Mutant } from './mutant.ts';

const PARSE = ['client/test/responses/parse.test.ts'];
const RECEIVE = ['client/test/responses/receive.test.ts'];

/** What the client refuses before it reads a response. */
export const CLIENT_RESPONSES: readonly Mutant[] = [
  ...guardsOf('client/src/responses/parser.ts', PARSE, [
    ['whole numbers are whole and exact', 'Number.isSafeInteger(value)', 'value !== undefined'],
    ['numbers are in their range', 'value >= minimum && value <= maximum', 'minimum <= maximum'],
    ['texts are not too long', 'charactersOf(text, maxLength) <= maxLength', 'text.length > 0'],
    ['texts are not too short', 'charactersOf(text, minLength) >= minLength', "text !== '-'"],
    ['texts have whole characters', '!/\\p{Surrogate}/u.test(text)', "text !== '-'"],
    ['texts have their form', 'form.test(text)', "form.source !== '' && text !== '-'"],
    [
      'addresses, ids, times and PSBTs are read',
      'rules.push(formatOf(format, network).holds)',
      'rules.push((text: string) => text !== format)',
    ],
    ['enumerated values are known', 'values.includes(value)', 'values.length > 0 || value'],
    [
      'required fields are there',
      'found !== undefined || isRequired',
      'found !== undefined || isRequired === null',
    ],
    ['inherited fields do not count', 'Object.hasOwn(value, name) ? (value', 'name in value ? (value'],
    ['a zero has no sign', 'return value === 0 ? 0 : value', 'return value === undefined ? 0 : value'],
    ['lists are lists of an allowed length', 'value.length < minItems', 'minItems < 0'],
  ]),
  ...guardsOf('client/src/responses/formats.ts', PARSE, [
    ['a PSBT is padded base64', 'text.length % 4 === 0 && ', ''],
    ['a PSBT begins as one', '/^cHNidP8B[A', '/^[A'],
    ['a time exists', ' && !Number.isNaN(Date.parse(text))', ''],
    ['an address is of the network', '(network ? [network] : NETWORKS)', '(network ? NETWORKS : NETWORKS)'],
    ['an address of a later version is of the network', 'found === prefix && ', ''],
  ]),
  ...guardsOf('client/src/responses/receive.ts', RECEIVE, [
    ['bodies have a limit', 'if (length > limit) {', 'if (length < 0) {'],
    ['redirects are not followed', "redirect: 'error'", "redirect: 'follow'"],
    ['followed redirects are refused', 'if (response.redirected)', 'if (response === null)'],
    ['a call ends in time', '() => stop.abort(new ResponseTimeout(operation, timeoutMs))', '() => undefined'],
    ['a refused body is no longer read', '      cancel();\n', ''],
  ]),
  ...guardsOf(
    'client/src/responses/api-error.ts',
    ['client/test/api.test.ts'],
    [
      [
        'the text of a refusal is readable',
        'super(readable(message) ||',
        'super((readable(message) && message) ||',
      ],
    ],
  ),
  ...guardsOf(
    'client/src/api.ts',
    [...RECEIVE, 'client/test/api.test.ts'],
    [
      ['a success is of JSON', "if (!/^application\\/json\\s*(;|$)/i.test(type ?? ''))", "if (type === '-')"],
      ['a success has status 200', 'if (status !== 200)', 'if (status > 299)'],
      ['a body is UTF-8', "new TextDecoder('utf-8', { fatal: true })", "new TextDecoder('utf-8')"],
      [
        'the text of a refusal is a text',
        "return typeof said === 'string' ? said : '';",
        'return said as string;',
      ],
    ],
  ),
];
