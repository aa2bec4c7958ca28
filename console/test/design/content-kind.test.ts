import { expect, test } from 'vitest';
import { isCode, kindOf, typeName } from '../../src/design/content-kind.ts';

const of = (rawContentType: string | null, contentType = 'html') => ({ rawContentType, contentType });

test.each([
  ['image/png', 'picture', 'PNG'],
  ['IMAGE/GIF; a=b', 'picture', 'GIF'],
  ['image/svg+xml', 'drawing', 'SVG'],
  ['text/html;charset=utf-8', 'page', 'Page'],
  ['text/plain', 'text', 'Text'],
  ['application/json', 'text', 'JSON'],
  ['audio/mpeg', 'audio', 'MP3'],
  ['video/webm', 'video', 'WEBM'],
  ['font/woff2', 'font', 'WOFF2'],
  ['application/font-woff', 'font', 'FONT-WOFF'],
  ['model/gltf+json', 'file', '3D model'],
  ['application/pdf', 'file', 'PDF'],
  ['application/octet-stream', 'file', null],
  ['<script>/x', 'file', null],
  [null, 'file', null],
])('content of the type %s is a %s, named %s', (raw, kind, name) => {
  expect([kindOf(of(raw)), typeName(of(raw))]).toEqual([kind, name]);
});

test('without a type, a picture is what the page knows as one', () => {
  expect(kindOf(of(null, 'image'))).toBe('picture');
});

test('only plain text and Markdown are for people', () => {
  expect(
    ['text/plain', 'text/markdown', 'text/css', 'application/json'].map((raw) => isCode(of(raw))),
  ).toEqual([false, false, true, true]);
});
