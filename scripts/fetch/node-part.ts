import type { Part } from './part.ts';
import { npmPackages } from './work.ts';

/** A version of Node: the npm registry has one package of it per platform. */
export function nodePart(version: string): Part {
  const { platform, arch } = process;
  const binary = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  return {
    name: `node-${version}`,
    title: `Node ${version}`,
    kept: `node-${version}`,
    program: 'bin/node',
    version: '--version',
    needs: ['npm'],
    make: (work) => {
      npmPackages(work, `${binary}@${version}`);
      work.sh(`mkdir bin
        mv 'node_modules/${binary}/bin/node' bin/node
        [ "$(bin/node --version)" = v${version} ]`);
      work.keepOnly('bin');
    },
  };
}
