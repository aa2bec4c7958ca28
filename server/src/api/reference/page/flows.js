/** What people come to do, as the operations that do it, in their order. */
export const FLOWS = [
  {
    title: 'Sign in',
    steps: [
      ['createAuthChallenge', 'name the addresses'],
      ['verifyAuthChallenge', 'sign each message with its wallet; keep `sessionToken`'],
      ['getMe', 'your wallet bindings: writes name one'],
    ],
  },
  {
    title: 'List, then buy',
    steps: [
      ['preflightListing', 'the seller gets PSBTs for price and inscription'],
      ['submitListing', 'signed; it is in the order book'],
      ['listListings', 'the buyer finds it'],
      ['preflightPurchase', 'the buyer gets one PSBT, with all fees in it'],
      ['submitPurchase', 'signed; the service completes and broadcasts it'],
      ['listSales', 'the sale, once a block has it'],
    ],
  },
  {
    title: 'Offer, counter, accept',
    steps: [
      ['preflightCollectionOffer', 'an offer on one inscription'],
      ['submitCollectionOffer', 'signed; no coins move'],
      ['listMyOffers', 'the owner finds it'],
      ['preflightOfferAcceptance', 'the owner accepts …'],
      ['submitOfferAcceptance', '… and the sale is broadcast'],
      ['preflightCounterOffer', 'or asks for more'],
      ['preflightCounterOfferAcceptance', 'which the buyer accepts'],
    ],
  },
  {
    title: 'Offer for a collection, fill it',
    steps: [
      ['previewCollectionOfferTarget', 'what the criteria match'],
      ['preflightCollectionWideOffer', 'the buyer sets coins aside for it'],
      ['submitCollectionWideOffer', 'signed'],
      ['listCollectionOfferBook', 'owners find it'],
      ['preflightCollectionOfferFill', 'an owner sells to it …'],
      ['submitCollectionOfferFill', '… and the fill is broadcast'],
    ],
  },
];
