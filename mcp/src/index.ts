export { type Agent, openAgent } from './agent.ts';
export { createMcpServer } from './server.ts';
export { type AgentSettings, HELP, readSettings } from './settings.ts';
export { runMcp } from './stdio.ts';
