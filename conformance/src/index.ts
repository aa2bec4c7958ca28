export { htmlOf, lineOf, summaryOf } from './report.ts';
export { type ConformanceOptions, type Report, type Result, runConformance } from './run.ts';
