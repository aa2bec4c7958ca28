/** How trading works here: a section for each question of somebody who has never done it. */
export const SECTIONS = [
  {
    title: 'You sell',
    lines: [
      'You sign two things: the transfer of your inscription into an escrow output, and what a sale must pay you. Nothing is sent yet, and the inscription stays at your address.',
      'When somebody buys, both transactions go to the network together. The one that takes the inscription pays you.',
      'You can take a listing down at any time. The page then shows from the chain whether your signatures are void.',
    ],
  },
  {
    title: 'You buy',
    lines: [
      'The price shown is all that you pay: price, fees, the postage that you get back with the inscription, and the network fee.',
      'You sign one transaction. It gives you the inscription, or it takes nothing.',
      'Before that, your browser checks the proof of where the inscription is.',
    ],
  },
  {
    title: 'You see what you sign',
    lines: [
      'A sentence, a sum and a picture say what you give, what you get, and what others could still change.',
      'The page builds the transaction itself and compares. If the service sends another one, nothing is signed.',
      'A price that looks like a mistake is said at the top, and asked a second time.',
    ],
  },
  {
    title: 'What can go wrong',
    lines: [
      'Somebody is faster. Your purchase is refused or dropped, and your coins stay where they are.',
      'Fees rise. A sale then waits in the mempool, and the market adds to its fee within limits.',
      'A block is undone. The trade is then unconfirmed again: where the sum is large, wait for more confirmations.',
      'This page comes from the operator. If you do not want to trust it, the SDK and the command line make the same checks.',
    ],
  },
  {
    title: 'What it costs',
    lines: [
      'A marketplace fee, in some collections a creator royalty, and for buyers the network fee. You see each to the sat before you sign.',
      'Listing and changing a price cost nothing.',
    ],
  },
] as const;
