/** The words of a trade's transactions. */
export const parcel = {
  roles: { transfer: 'Transfer', funding: 'Funding', sale: 'Sale', payout: 'Payout' },
  more: (count: number) => (count > 0 ? `and ${count} more` : ''),
  graph: (count: number, last: string) =>
    `${last} spends ${count === 1 ? 'one transaction' : `${count} transactions`}; the list below has them in text.`,
  nextBlocks: 'The next blocks',
  nextBlock: (place: number, isTimed: boolean) =>
    `${place === 0 ? 'Next block' : `In ${place + 1} blocks`}${isTimed ? `, about ${(place + 1) * 10} minutes` : ''}`,
  takes: (rate: number) => (rate === 0 ? 'has room' : `takes ${rate.toFixed(1)} sat/vB and more`),
  isHere: (rate: number) => `This trade, at ${rate.toFixed(1)} sat/vB`,
  later: (rate: number, place: number) =>
    `At ${rate.toFixed(1)} sat/vB it is in about ${place} blocks, unless the fees fall.`,
  noPlace:
    'Blocks come about every ten minutes. Name an Esplora server under “Connect” to see which one takes it.',
  bump: 'To speed it up, spend your change of it in your wallet, at a higher fee rate.',
  proof: 'Download its proof',
  proofWhy:
    'It shows without any index where the inscription is: ordbook inspect --proof <inscription id>=<file>.',
  noProof: 'The service has no proof of it now. Try again later.',
} as const;
