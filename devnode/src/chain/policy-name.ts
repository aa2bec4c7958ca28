/**
 * The node whose rules and words are followed. `core`: Bitcoin Core 31, which judges unconfirmed
 * transactions by clusters and their fee rate diagram. `knots`: Bitcoin Knots 29 with `-corepolicy`, whose
 * rules are those of Bitcoin Core 29: chains of 25 and BIP125. Both have the same rules for blocks.
 */
export type PolicyName = 'core' | 'knots';
