import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** A picture of at most 256 colours: each pixel is a place in the palette. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`. */
  readonly palette: readonly string[];
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const compress = promisify(deflate);

/** The picture as PNG. Source: https://www.w3.org/TR/png-3/. */
export async function pngOf({ width, height, palette, pixels }: Picture): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // eight bits of a palette; one method of compression and filter; not interlaced
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex')),
    chunk('IDAT', await compress(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
