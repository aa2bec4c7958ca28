#!/usr/bin/env -S npx tsx --conditions=source
/**
 * Prints what transactions sold, a JSON line for each file of a folder:
 *
 *   scripts/classify-sales.ts <folder>
 *
 * A file has `{txid, prevouts: [{value, script}], witness: [[…]], outputs: [{value, script}]}`, hex and sats,
 * perhaps `scriptSig: […]`. It has no outpoints, so forms are read and no signature is verified. Which coin has
 * the inscription is not known either: every coin is tried.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import { TIERS } from '../server/src/follower/sale-forms/form.ts';
import { possibleLandings, readSales } from '../server/src/follower/sale-forms/read-sales.ts';
import type { SeenTransaction } from '../server/src/follower/sale-forms/seen.ts';

/** The transaction in a file's value. Throws TypeError, with the field, when it is of another shape. */
export function seenIn(value: unknown): SeenTransaction {
  const { prevouts, witness = [], scriptSig = [], outputs } = recordOf(value, 'the file');
  const witnesses = listOf(witness, 'witness');
  const scripts = listOf(scriptSig, 'scriptSig');
  return {
    inputs: listOf(prevouts, 'prevouts').map((prevout, i) => ({
      ...paidIn(prevout, `prevouts[${i}]`),
      scriptSig: hexOf(scripts[i] ?? '', `scriptSig[${i}]`),
      witness: listOf(witnesses[i] ?? [], `witness[${i}]`).map((item) => hexOf(item ?? '', `witness[${i}]`)),
    })),
    outputs: listOf(outputs, 'outputs').map((output, i) => paidIn(output, `outputs[${i}]`)),
  };
}

/** What a transaction of mainnet sold; `form` and `tier` null: nothing, for money. */
export function classify(transaction: SeenTransaction) {
  const sales = readSales(transaction, possibleLandings(transaction));
  const tiers = sales.map(({ tier }) => TIERS.indexOf(tier));
  return {
    form: [...new Set(sales.map(({ form }) => form))].join('+') || null,
    tier: sales.length === 0 ? null : TIERS[Math.max(...tiers)]!,
    sales: sales.map(({ priceSats, sellerScript, vout }) => ({
      priceSats,
      seller: addressOf(sellerScript, 'mainnet'),
      buyer: addressOf(transaction.outputs[vout]!.script, 'mainnet'),
    })),
  };
}

function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be an object`);
  return value as Record<string, unknown>;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list`);
  return value;
}

function hexOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})*$/i.test(value))
    throw new TypeError(`${name} must be hex`);
  return value.toLowerCase();
}

function paidIn(value: unknown, name: string) {
  const { value: valueSats, script } = recordOf(value, name);
  if (!Number.isSafeInteger(valueSats) || (valueSats as number) < 0)
    throw new TypeError(`${name}.value must be a number of sats`);
  return { valueSats: valueSats as number, script: hexOf(script, `${name}.script`) };
}

if (process.argv[1]?.endsWith('classify-sales.ts')) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('name a folder: scripts/classify-sales.ts <folder>');
    process.exit(1);
  }
  // a reader that has seen enough
  process.stdout.on('error', () => process.exit(0));
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const file of files.sort()) console.log(JSON.stringify(lineOf(folder, file)));
}

/** A file that cannot be read sold nothing; the reason is on stderr. */
function lineOf(folder: string, file: string) {
  let txid: unknown = null;
  const named = () => (typeof txid === 'string' ? txid : file.replace(/\.json$/, ''));
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    txid = (value as { txid?: unknown } | null)?.txid;
    return { txid: named(), ...classify(seenIn(value)) };
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    return { txid: named(), form: null, tier: null, sales: [] };
  }
}
