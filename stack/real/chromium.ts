import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './parts.ts';

/** Starts Chromium. Call only where `findChromium()` found one; close what it returns. */
export function startChromium(): Promise<Browser> {
  // without its own sandbox: the suite may run as root, and it opens only pages of this project
  return chromium.launch({ executablePath: findChromium()!.path, args: ['--no-sandbox'] });
}
