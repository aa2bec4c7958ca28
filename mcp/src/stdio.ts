import { readFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openAgent } from './agent.ts';
import { createMcpServer } from './server.ts';
import { readSettings } from './settings.ts';

/** Serves one agent on stdin and stdout until stdin ends. Throws an Error when a setting is wrong. */
export async function runMcp(env: NodeJS.ProcessEnv): Promise<void> {
  const agent = await openAgent(readSettings(env));
  const version = versionOf(new URL('../package.json', import.meta.url));
  serveStdio(() => createMcpServer(agent, version));
}

function versionOf(file: URL): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
