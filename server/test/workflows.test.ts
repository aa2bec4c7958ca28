import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);

/** Their hashes are still to be looked up where the hosting service can be reached. */
const BY_TAG = [
  'actions/attest-build-provenance@v2',
  'actions/attest-sbom@v2',
  'docker/build-push-action@v6',
  'docker/login-action@v3',
  'docker/setup-buildx-action@v3',
  'sigstore/cosign-installer@v3',
];

test('actions of the workflows are named by the hash of a commit, with its version, and the same everywhere', () => {
  const used = readdirSync(FOLDER).flatMap((file) =>
    [...readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/\buses: (.+)/g)].map(([, name]) => name!),
  );
  const byTag = used.filter((name) => !/^[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+\.\d+)?$/.test(name));
  expect([...new Set(byTag)].sort()).toEqual(BY_TAG);
  const versions = new Set(used);
  expect(versions.size).toBe(new Set(used.map((name) => name.split('@')[0])).size);
});
