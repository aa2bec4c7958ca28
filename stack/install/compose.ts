import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findDeployTools } from '../real/parts.ts';

/** A service as Docker Compose completes it. */
export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly ports?: readonly unknown[];
  readonly volumes?: readonly {
    readonly type: 'bind' | 'volume';
    readonly source: string;
    readonly target: string;
    readonly read_only?: boolean;
  }[];
}

export interface ComposeProject {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, object>>;
}

/** The compose file of a folder, read by the loader of Docker Compose. Throws with what the loader says. */
export async function composeProject(folder: string): Promise<ComposeProject> {
  const loader = join(findDeployTools()!, 'bin/compose-config');
  const { stdout } = await promisify(execFile)(loader, [join(folder, 'compose.yaml')], { cwd: folder });
  return JSON.parse(stdout) as ComposeProject;
}
