/** The texts under `--help` of `ordbook-exit`. */

export const AFTER_MAIN = `
What you signed          and want to void            command
  listing, counter         before it is sold           inscription
  listing, counter         after its transfer          passthrough
  inscription offer,       before it is settled        payment
  accepted counter
  accepted offer (owner)   before it is settled        inscription
  collection offer         before it is filled         offer, or payment

What your signatures can still do at worst: exposure, with the signed PSBTs.

A signature is void once the exit is in a block. Until then the trade can still be first: pay what gets into the next block.
Without --send nothing is sent, and without --esplora nothing is asked of any server: the printed hex goes to any node.
A fee above --max-fee-share of the spent sats, or above --max-fee-sats, is refused.
Each command has its own --help, with an example.`;

const LOOKUPS = `
With --esplora https://…/api the values of coins and the fee rate are looked up, and a coin that a block has spent is refused.
--send also broadcasts through it.`;

export const AFTER_OFFER = `
Example:
  bitcoin-cli submitpackage "$(npx -p @ordbook/client ordbook-exit offer --parent parent.psbt --key key.wif --to bc1q... --fee-rate 5)"
${LOOKUPS}
An Esplora server without POST /txs/package cannot send it: use submitpackage, as above.

It prints the package, two transactions in hex, which any Bitcoin Core node from 28 on takes with
submitpackage. It also prints the amount that arrives and the cost. When the package is in a block, the offer has ended.
The node error "bad-txns-inputs-missingorspent" means that the money is not in the offer any more.`;

const FEES = `
The fee comes out of the coin's own sats, from behind the inscription. When too few are left there, pay it with another coin
of yours: --fee-coin and --fee-key; the change goes back to that coin's address. Never take a coin that holds an inscription.`;

export const AFTER_PASSTHROUGH = `
Example:
  bitcoin-cli sendrawtransaction "$(npx -p @ordbook/client ordbook-exit passthrough --coin 5df6...:0:10000 --market-key 79be... --key key.wif --to bc1p...)"
${FEES}
${LOOKUPS}

It prints one transaction in hex. The passthrough is output 0 of the listing's transfer and holds the sats that
the inscription lay in. The market's key stands in the sale that you signed (the second key of its leaf), and checkListing returns it.
A node that answers "Invalid Schnorr signature" says that the key, the market's key or the sats are not those of that coin.`;

export const AFTER_INSCRIPTION = `
Example:
  bitcoin-cli sendrawtransaction "$(npx -p @ordbook/client ordbook-exit inscription --coin 47aa...:0:10000 --key key.wif --to bc1p... --fee-rate 5)"
${FEES}
${LOOKUPS}

It prints one transaction in hex. Once it is in a block, every signature that you gave for this inscription, in
listings, counters and accepted offers, is worthless. Until then a purchase can still be first: pay what gets into the next block.
--to may be your own address again. A node that answers "bad-txns-inputs-missingorspent" says that the inscription has moved
already: when a transfer moved it, use the command passthrough.`;

export const AFTER_PAYMENT = `
Example:
  bitcoin-cli sendrawtransaction "$(npx -p @ordbook/client ordbook-exit payment --coin 47aa...:1:81200 --key key.wif --to bc1q... --fee-rate 5)"
${LOOKUPS}

It prints one transaction in hex. Once it is in a block, every offer, funded counter and collection offer that one of these coins
pays is worthless: one coin of each is enough. Repeat a coin's --coin for several. --to may be your own address again.
Never take a coin that holds an inscription: its last sats pay the fee. Use the command inscription for that.`;
