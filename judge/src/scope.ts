import type { Asked } from './collect.ts';
import type { JudgedSignature } from './verdict.ts';

/** 82498 as `82,498 sats`. */
export function sats(amount: number): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? 'sat' : 'sats'}`;
}

/** What one signature fixes and leaves to others, a sentence each. */
export function scopeOf(asked: Asked, nameOf = (script: string) => `script ${script}`): JudgedSignature {
  const { draft, input, coin, coverage, spending } = asked;
  const binds: string[] = [];
  const leavesOpen: string[] = [];
  const own = `coin ${input}${coin.valueSats === null ? '' : ` of ${sats(coin.valueSats)}`}`;
  const paired = draft.read.outputs[input];
  if (coverage === null) leavesOpen.push('Everything: Bitcoin has no such sighash.');
  else if (coverage.inputs === 'all' && coverage.outputs === 'all') {
    binds.push(
      'Every coin, every output and every amount paid: the signature is valid in this transaction only.',
    );
    leavesOpen.push('Whether and when it is sent.');
    if (spending.digest !== 'taproot')
      leavesOpen.push(
        'The value of coins other than the signed one: what they add or lack changes the network fee, and where the sats behind them land.',
      );
  } else {
    if (coverage.inputs === 'all') binds.push('Which coins are spent.');
    else {
      binds.push(`That ${own} is spent.`);
      leavesOpen.push('Which other coins are spent, in front of this one too.');
    }
    if (coverage.outputs === 'all') binds.push('Every output and its amount.');
    else if (coverage.outputs === 'none')
      leavesOpen.push('Every output: those who have the signature choose who is paid.');
    else if (paired) {
      binds.push(`That output ${input} pays ${sats(paired.valueSats)} to ${nameOf(paired.script)}.`);
      leavesOpen.push('Every other output, and with it where an inscription on the coin goes.');
    } else if (spending.digest === 'taproot')
      binds.push(`Nothing: with taproot, ${coverage.name} without an output ${input} is invalid.`);
    else leavesOpen.push(`Every output: there is no output ${input} that the signature could cover.`);
    leavesOpen.push('The network fee.');
  }
  return {
    request: draft.index,
    input,
    until: { txid: coin.txid, vout: coin.vout },
    coverage,
    binds,
    leavesOpen,
    coSigners: spending.keys,
  };
}
