// Prints the first line while the rest of the sandbox is still being loaded, which takes seconds. JavaScript
// without imports, so that it runs before the loader of TypeScript starts. The bundle has it once more.

const PRINTED = Symbol.for('ordbook sandbox: first line');

const asksForHelp = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
const frame = process.stdout.isTTY && !process.env['NO_COLOR'] ? '\u001b[90m┌\u001b[39m' : '┌';
if (!asksForHelp && !(PRINTED in globalThis))
  process.stdout.write(`${frame}  ordbook sandbox (regtest: its coins have no value)\n`);
Object.defineProperty(globalThis, PRINTED, { value: true });
