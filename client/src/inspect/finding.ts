import type { Finding, Severity } from './explanation.ts';

export const finding = (severity: Severity, code: string, text: string): Finding => ({
  severity,
  code,
  text,
});
