import { DEBIAN, startWithLibraries, unpackPackage } from './debian.ts';
import type { Part } from './part.ts';

/** Where the nightly backup is copied to: a server that speaks S3, and rclone. */
export const OBJECT_STORE: Part = {
  name: 'object-store',
  title: 'object store',
  setting: 'OBJECT_STORE',
  kept: 'object-store-1',
  needs: ['go', ...DEBIAN],
  make: (work) => {
    work.say('building an S3-compatible server, unpacking rclone');
    work.sh('GOBIN="$work/bin" go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0');
    unpackPackage(work, 'rclone');
    startWithLibraries(work, 'bin/rclone', 'usr/bin/rclone');
    work.sh('bin/rclone version');
    work.keepOnly('bin', 'root');
  },
};
