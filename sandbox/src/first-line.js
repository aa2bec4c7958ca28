// Prints the first line while the rest of the sandbox is still being loaded, which takes seconds. JavaScript
// without imports, so that it runs before the loader of TypeScript starts.

const asksForHelp = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
const frame = process.stdout.isTTY && !process.env['NO_COLOR'] ? '\u001b[90m┌\u001b[39m' : '┌';
if (!asksForHelp) process.stdout.write(`${frame}  ordbook sandbox (regtest: its coins have no value)\n`);
