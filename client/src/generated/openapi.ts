// Generated from the routes by `npm run generate`. Do not edit.

import type { Sats } from '../responses/sats.ts';

export interface paths {
    "/auth/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the messages that a wallet signs
         * @description A challenge can be used once and expires after five minutes. No bearer token is needed; with that of a signed-in profile, the challenge links another wallet to that profile. A browser page may link from the origins that the operator allows. For one of the profile's own wallets, a bearer token without an Origin header is ignored.
         */
        post: operations["createAuthChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the signatures and issue a session token
         * @description The payment address must hold the funding requirement in confirmed coins. Only a successful verify consumes the challenges. No bearer token is needed, except to link a wallet: then send that of the challenge.
         */
        post: operations["verifyAuthChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profile and wallet bindings of the caller
         * @description What POST /auth/verify returned, as it is now. It does not start a sign-in.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active, buyable listings
         * @description Without `inscriptionId`, a row of a bundle shows its canonical inscription. A cursor is good for the same `sort` and filters only.
         */
        get: operations["listListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirmed sales, newest first
         * @description Sales of this service and of others. `collectionSlug` finds the sales of every collection that has something they sold as a member; an unknown one gives an empty page.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection-stats/floors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Floor statistics of several collections
         * @description In the order of `slugs`. Unknown collections are left out.
         */
        get: operations["listCollectionFloorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/inscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inscriptions of a collection
         * @description `oldest`: in the order in which the index has them; `newest`: the reverse. A cursor is good for the same `sort` only.
         */
        get: operations["listCollectionInscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/listings/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBTs of new listings
         * @description Returns a transfer and a sale per item, and one recovery for all, signed with ALL; DEFAULT, which covers the same, is accepted. Reserves an anchor per item for a while.
         */
        post: operations["preflightListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/listings/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create listings from signed PSBTs
         * @description Repeats the preflight with the signed PSBTs. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/listings/delist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take listings down
         * @description No PSBT is needed.
         */
        post: operations["delistListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/listings/{listingId}/take-back/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBT that takes a stranded inscription back
         * @description For a listing whose inscription is on its passthrough because a purchase failed. The operator pays the network fee.
         */
        post: operations["preflightTakeBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/listings/{listingId}/take-back/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a stranded inscription back
         * @description Cancels the listing if it is open and broadcasts the transaction. A retry returns the same txid.
         */
        post: operations["submitTakeBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/purchases/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBT of a purchase
         * @description Selects coins, fixes the fee rate and reserves an anchor for a while.
         */
        post: operations["preflightPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/purchases/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a signed purchase
         * @description Broadcasts the transfers and the sale as one package. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/offers/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBTs of new offers
         * @description Returns one settlement per inscription. All spend the same coins, so only one of the offers can be accepted.
         */
        post: operations["preflightCollectionOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/offers/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create offers from signed PSBTs
         * @description Broadcasts nothing. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitCollectionOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active offers on an inscription
         * @description The best of them, with counts of all. Counters are seen by their buyer and seller only.
         */
        get: operations["listInscriptionOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every offer on an inscription
         * @description In every state, 25 a page, with the counters that the caller may see.
         */
        get: operations["listInscriptionOfferHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an offer or a counter
         * @description Only the wallet that made it may call it. No PSBT is needed: the signatures were never published.
         */
        post: operations["cancelOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an offer received
         * @description Only the wallet that holds the inscription may call it.
         */
        post: operations["rejectOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/accept/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBTs of an acceptance
         * @description Returns the settlement that the buyer signed, and a payout that moves the proceeds from the ordinals address to the payment address and pays the package's fee.
         */
        post: operations["preflightOfferAcceptance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/accept/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle an offer
         * @description Rebuilds the package at the fee rate sent and broadcasts it. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitOfferAcceptance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/counter/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBTs of a counter
         * @description `offerId` is the buyer's offer. Reserves an anchor for a while.
         */
        post: operations["preflightCounterOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/counter/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a counter from signed PSBTs
         * @description `offerId` is the buyer's offer. Broadcasts nothing. A retry of a submit that succeeded returns the same id.
         */
        post: operations["submitCounterOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/counter/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a counter received
         * @description `offerId` is the counter's own id. Only the wallet that made the offer may call it.
         */
        post: operations["rejectCounterOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/counter/accept/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the PSBTs of a counter's acceptance
         * @description `offerId` is the counter's own id.
         */
        post: operations["preflightCounterOfferAcceptance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inscriptions/{id}/offers/{offerId}/counter/accept/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a counter
         * @description `offerId` is the counter's own id. Broadcasts transfer, funding and settlement as one package. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitCounterOfferAcceptance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's offers
         * @description `owned`: offers received, by inscription. `sent`: offers sent and counters received. `history`: what happened.
         */
        get: operations["listMyOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active collection offers, by price
         * @description Collection-wide and trait offers, the best 1,000; the counts cover all of them.
         */
        get: operations["listCollectionOfferBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/my/sent-collection-offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's active collection offers
         * @description Offers of every wallet of the profile, each with the wallet binding that may cancel it.
         */
        get: operations["listMySentCollectionOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/target-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the inscriptions and prices of a target
         * @description A target that no member meets is no error: its count is 0, and the rest is null.
         */
        post: operations["previewCollectionOfferTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/replacement-warning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether these coins would replace the caller's offers
         * @description Selects coins as the preflight does, and counts the active offers of the same scope that use one of them.
         */
        post: operations["previewCollectionOfferReplacementWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the funding parents of new collection offers
         * @description Returns one zero-fee funding parent per offer. The response is valid for half an hour.
         */
        post: operations["preflightCollectionWideOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make collection offers from signed funding parents
         * @description Broadcasts nothing. Replaces the caller's active offers of the same scope that use the same coins. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitCollectionWideOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/{offerId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel one of the caller's collection offers
         * @description No PSBT is needed.
         */
        post: operations["cancelCollectionWideOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/{offerId}/fill/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the settlement of a fill
         * @description Reserves an admission coin for a while.
         */
        post: operations["preflightCollectionOfferFill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{slug}/collection-offers/{offerId}/fill/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a signed fill
         * @description Broadcasts the funding parent and the settlement as one package. Send the signed step flat or in `signedSellerStep`. A retry of a submit that succeeded returns the same ids.
         */
        post: operations["submitCollectionOfferFill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Why the request failed. */
        ErrorResponse: {
            /**
             * @description One sentence for people. Programs should rely on the status.
             * @example items[0].priceSats must be an integer, but is "1000"
             */
            error: string;
        };
        /** @description A message that one address must sign. */
        Challenge: {
            /**
             * Format: uuid
             * @description Send back with the signature.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            challengeId: string;
            /** @description Exact text to sign (BIP-322 simple). */
            message: string;
            /**
             * @description Address that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Role of the address. Equal addresses get one challenge, role `ordinals`.
             * @enum {string}
             */
            role: "ordinals" | "payment";
        };
        /** @description The person or desk behind one or more wallets. */
        Profile: {
            /** @description Stable id of the profile. */
            id: string;
            /** @description Handle, or null when none was chosen. */
            username: string | null;
            /** @description Name to show, or null. */
            displayName: string | null;
            /** @description Self description, or null. */
            bio: string | null;
            /** @description Picture URL, or null. */
            avatarUrl: string | null;
            /** @description Banner picture URL, or null. */
            bannerUrl: string | null;
        };
        /** @description A pair of addresses whose control the profile has proved. */
        WalletBinding: {
            /**
             * Format: uuid
             * @description Send as `walletBindingId` on writes.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            walletBindingId: string;
            /** @description Display label. */
            label: string;
            /**
             * @description Wallet provider on record; `unknown` for bindings made through this API.
             * @example unknown
             */
            provider: string;
            /**
             * @description Holds the inscriptions.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            ordinalsAddress: string;
            /**
             * @description Pays and is paid.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            paymentAddress: string;
            /** @description True when the binding is shown on the public profile. */
            isPublic: boolean;
        };
        /** @description The primary collection of the inscription. */
        CollectionSummary: {
            /**
             * @description Slug, or null outside any collection.
             * @example quiet-mice
             */
            slug: string | null;
            /** @description Name to show, or null. */
            name: string | null;
            /**
             * @description How membership is decided: children of a parent inscription, or items of a gallery inscription.
             * @enum {string|null}
             */
            kind: "parent_child" | "gallery" | null;
            /**
             * @description Whether the operator vouches for the collection, or null.
             * @enum {string|null}
             */
            verificationStatus: "verified" | "unverified" | null;
        };
        /** @description An active, buyable listing. */
        Listing: {
            /**
             * Format: uuid
             * @description Id of the listing.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            listingId: string;
            /**
             * @description The listed inscription. Of a bundle: the canonical one, or the member that was asked for.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or else a name made of the inscription number. */
            inscriptionName: string;
            collection: components["schemas"]["CollectionSummary"];
            /**
             * @description Ordinals address of the seller.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string;
            /**
             * Format: sats
             * @description Asking price in sats, before fees and postage.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: date-time
             * @description When it became buyable.
             * @example 2026-11-20T12:00:00.000Z
             */
            listedAt: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             * @example 2026-11-20T12:00:00.000Z
             */
            listingExpiresAt: string | null;
            /**
             * Format: int64
             * @description Number of its sat, when known.
             */
            sat: number | null;
            /**
             * @description Transaction of the output that holds it.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            locationTxid: string | null;
            /**
             * Format: int64
             * @description Index of that output.
             */
            locationVout: number | null;
            /**
             * @description `txid:vout:offset` of its sat.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0
             */
            locationSatpoint: string | null;
        };
        /** @description Position of this page. */
        Pagination: {
            /**
             * @description Items in this page.
             * @example 50
             */
            pageSize: number;
            /** @description True when another page follows. */
            hasNext: boolean;
            /** @description Send as `cursor` for the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A confirmed sale. */
        Sale: {
            /** @description Id of the sale. */
            saleId: string;
            /**
             * @description `internal`: settled here; `external`: settled elsewhere and found on chain.
             * @enum {string}
             */
            saleType: "internal" | "external";
            /**
             * @description Settling transaction.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            txid: string | null;
            /**
             * @description The inscription sold.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or else a name made of the inscription number. */
            inscriptionName: string;
            collection: components["schemas"]["CollectionSummary"];
            /**
             * @description Ordinals address that sold it.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string | null;
            /**
             * @description Address that received it.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            buyerAddress: string | null;
            /**
             * Format: sats
             * @description Price in sats.
             * @example 1500
             */
            priceSats: Sats;
            /**
             * @description Price in BTC.
             * @example 0.001
             */
            price: number;
            /** @description Price in USD at block time, when a quote is known. */
            priceUsd: number | null;
            /**
             * Format: date-time
             * @description Time of the confirming block.
             * @example 2026-11-20T12:00:00.000Z
             */
            soldAt: string;
            /**
             * Format: int64
             * @description Height of the confirming block.
             */
            blockHeight: number;
        };
        /** @description Floor statistics of a collection. */
        CollectionFloor: {
            /**
             * @description Canonical slug.
             * @example quiet-mice
             */
            slug: string;
            /**
             * Format: int64
             * @description Lowest buyable price in sats; null without a listing.
             * @example 1500
             */
            floor: number | null;
            /**
             * Format: int64
             * @description Buyable listings.
             */
            listedCount: number;
            /**
             * Format: int64
             * @description Distinct addresses that hold a member.
             */
            ownerCount: number;
            /** @description Change of the floor over 24 hours in percent; null without a snapshot. */
            oneDayChange: number | null;
            /** @description Change of the floor over 7 days in percent; null without a snapshot. */
            sevenDayChange: number | null;
            /**
             * Format: date-time
             * @description When this was computed.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
        };
        /** @description A trait that the inscription itself states. */
        Trait: {
            /**
             * @description Trait type.
             * @example Background
             */
            type: string;
            /**
             * @description Trait value.
             * @example Blue
             */
            value: string;
            /**
             * Format: int64
             * @description Members of the collection with this trait.
             */
            count?: number;
            /** @description Their share of the collection in percent. */
            percentage?: number;
        };
        /** @description A member of a collection, listed or not. */
        CollectionItem: {
            /**
             * @description Same as `inscriptionId`.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            id: string;
            /** @description Title, or else a name made of the inscription number. */
            name: string;
            /**
             * @description Slug of the collection asked for.
             * @example quiet-mice
             */
            collection: string;
            /** @description Page of the collection, when the operator has one. */
            collectionHref: string | null;
            /** @description Slugs of all collections it is a member of. */
            collections: string[];
            /** @description URL of its content. */
            image: string;
            /** @description Inscription number; negative for a cursed one. */
            inscription: number;
            /**
             * @description Inscription id.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * Format: uuid
             * @description Its live listing, or null.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            listingId: string | null;
            /**
             * @description `pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.
             * @enum {string|null}
             */
            listingState: "buyable" | "hidden_locked" | "pending_public" | null;
            /**
             * Format: sats
             * @description Asking price in sats, or null.
             * @example 1500
             */
            priceSats: Sats | null;
            /** @description Asking price in BTC, or null. */
            price: number | null;
            /**
             * Format: date-time
             * @description When it became buyable, or null.
             * @example 2026-11-20T12:00:00.000Z
             */
            listedAt: string | null;
            /**
             * Format: date-time
             * @description When the listing expires; null when not listed or without expiry.
             * @example 2026-11-20T12:00:00.000Z
             */
            listingExpiresAt: string | null;
            /** @description Last known sale price in BTC, or null. */
            lastSale: number | null;
            /**
             * @description Address that holds it, or null.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            owner: string | null;
            /**
             * @description What a page needs to show it.
             * @enum {string}
             */
            contentType: "image" | "html" | "video" | "text";
            /** @description MIME type as inscribed, or null. */
            rawContentType: string | null;
            /**
             * @description How to scale the picture, or null.
             * @enum {string|null}
             */
            imageRenderingHint: "auto" | "pixelated" | null;
            /** @description Hex colour behind the picture, or null. */
            cardBackgroundColor: string | null;
            /** @description Traits of the inscription. */
            traits: components["schemas"]["Trait"][];
            /** @description Well-known classes of its sat. */
            satributes: string[];
            /**
             * Format: int64
             * @description Number of its sat, when known.
             */
            sat: number | null;
            /**
             * @description Transaction of the output that holds it.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            locationTxid: string | null;
            /**
             * Format: int64
             * @description Index of that output.
             */
            locationVout: number | null;
            /**
             * @description `txid:vout:offset` of its sat.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0
             */
            locationSatpoint: string | null;
        };
        /** @description Which inputs an address signs, and how. */
        InputToSign: {
            /**
             * @description Address whose key signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Sign with this key. x-only (64 hex) or compressed (66 hex), lowercase.
             * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            publicKey?: string;
            /** @description True: sign with the untweaked key (taproot leaf). */
            disableTweakSigner?: boolean;
            /** @description Indexes of the inputs to sign. */
            signingIndexes: number[];
            /** @description 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. */
            sigHash?: number;
        };
        /** @description A PSBT to sign for one listed inscription. */
        ListingPsbtStep: {
            /** @description Position among the steps. */
            stepIndex: number;
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT, unsigned.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
            /**
             * @description Inscription of this step.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
        };
        /** @description A PSBT to sign. */
        UnnumberedStep: {
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT, unsigned.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
        };
        /** @description A signed PSBT, with what its preflight said of it, as received or left out. */
        SignedPsbt: {
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress?: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign?: components["schemas"]["InputToSign"][];
            /**
             * @description The signed PSBT.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
        };
        /** @description A PSBT to sign, one of the steps of a flow. */
        PsbtStep: {
            /** @description Position among the steps. */
            stepIndex: number;
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT, unsigned.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
        };
        /** @description One of the steps of a flow, signed, with what its preflight said of it, as received or left out. */
        SignedStep: {
            /** @description Position among the steps. */
            stepIndex: number;
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress?: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign?: components["schemas"]["InputToSign"][];
            /**
             * @description The signed PSBT.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
        };
        /** @description A coin. */
        Utxo: {
            /**
             * @description Transaction that made the coin.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            txid: string;
            /**
             * Format: int64
             * @description Index of the output.
             */
            vout: number;
            /**
             * Format: sats
             * @description Value in sats.
             * @example 100000
             */
            valueSats: Sats;
        };
        /** @description What one listing costs and who gets it. */
        PurchaseListingCost: {
            /**
             * Format: uuid
             * @description The listing.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            listingId: string;
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * Format: sats
             * @description Asking price.
             * @example 60000
             */
            priceSats: Sats;
            /**
             * Format: sats
             * @description Postage: value carried by the inscription, paid on top of the price.
             * @example 10000
             */
            inscriptionUtxoValueSats: Sats;
            /**
             * Format: sats
             * @description The seller's marketplace fee.
             * @example 1000
             */
            listingFeeSats: Sats;
            /**
             * @description The buyer's fee in basis points.
             * @example 150
             */
            buyerFeeBps: number;
            /**
             * Format: sats
             * @description The buyer's marketplace fee.
             * @example 1000
             */
            buyerFeeSats: Sats;
            /**
             * Format: sats
             * @description The seller's royalty.
             * @example 0
             */
            sellerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description The buyer's royalty.
             * @example 0
             */
            buyerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description What the seller receives: the price less fee and royalty.
             * @example 59000
             */
            sellerReceiveSats: Sats;
            /**
             * Format: sats
             * @description What the buyer pays for the item, without postage and network fee: the price with fee and royalty.
             * @example 61000
             */
            buyerPayTotalSats: Sats;
            /**
             * Format: sats
             * @description Both marketplace fees.
             * @example 2000
             */
            marketplaceRevenueSats: Sats;
            /**
             * Format: sats
             * @description Both royalties.
             * @example 0
             */
            creatorRevenueSats: Sats;
        };
        /** @description Where round-up donations go; null when none is configured. */
        DonationInitiative: {
            /** @description Name of the initiative. */
            name: string;
            /** @description Its page. */
            url: string;
        } | null;
        /** @description An offer on an inscription, or a counter to one. */
        Offer: {
            /**
             * Format: uuid
             * @description Id of the offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            id: string;
            /**
             * Format: uuid
             * @description Of a counter, the buyer's offer that it counters.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            parentOfferId: string | null;
            /**
             * @description `buyer_offer`: an offer; `seller_counter`: the owner's price for that buyer.
             * @enum {string}
             */
            kind: "buyer_offer" | "seller_counter";
            /**
             * @description State of the offer.
             * @enum {string}
             */
            status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Ordinals address that gets the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            buyerAddress: string;
            /**
             * @description Ordinals address that holds the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: sats
             * @description The collection's floor at that time.
             * @example 1500
             */
            floorSats: Sats | null;
            /**
             * Format: sats
             * @description The highest active offer at that time.
             * @example 1500
             */
            topOfferSats: Sats | null;
            /**
             * Format: sats
             * @description The price.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: sats
             * @description Value carried by the inscription, paid on top of the price.
             * @example 1500
             */
            inscriptionUtxoValueSats: Sats;
            /**
             * @description Seller's marketplace fee, basis points.
             * @example 150
             */
            sellerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Seller's marketplace fee.
             * @example 1500
             */
            sellerMarketplaceFeeSats: Sats;
            /**
             * @description Buyer's marketplace fee, basis points.
             * @example 150
             */
            buyerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Buyer's marketplace fee.
             * @example 1500
             */
            buyerMarketplaceFeeSats: Sats;
            /**
             * @description Seller's royalty, basis points.
             * @example 150
             */
            sellerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Seller's royalty.
             * @example 1500
             */
            sellerCreatorRoyaltySats: Sats;
            /**
             * @description Buyer's royalty, basis points.
             * @example 150
             */
            buyerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Buyer's royalty.
             * @example 1500
             */
            buyerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description What the seller nets, without postage and network fee.
             * @example 1500
             */
            sellerReceiveSats: Sats;
            /**
             * Format: sats
             * @description What the buyer pays, without postage and network fee.
             * @example 1500
             */
            buyerPayTotalSats: Sats;
            /**
             * Format: sats
             * @description Both marketplace fees.
             * @example 1500
             */
            marketplaceRevenueSats: Sats;
            /**
             * Format: sats
             * @description Both royalties.
             * @example 1500
             */
            creatorRevenueSats: Sats;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-11-20T12:00:00.000Z
             */
            acceptedAt: string | null;
            /**
             * Format: date-time
             * @description When it was rejected.
             * @example 2026-11-20T12:00:00.000Z
             */
            rejectedAt: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled.
             * @example 2026-11-20T12:00:00.000Z
             */
            cancelledAt: string | null;
            /**
             * @description Settlement, once accepted.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            settlementTxid: string | null;
        };
        /** @description An offer of the caller. */
        MyOffer: {
            /**
             * Format: uuid
             * @description Id of the offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            id: string;
            /**
             * Format: uuid
             * @description Of a counter, the buyer's offer that it counters.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            parentOfferId: string | null;
            /**
             * @description `buyer_offer`: an offer; `seller_counter`: the owner's price for that buyer.
             * @enum {string}
             */
            kind: "buyer_offer" | "seller_counter";
            /**
             * @description State of the offer.
             * @enum {string}
             */
            status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Ordinals address that gets the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            buyerAddress: string;
            /**
             * @description Ordinals address that holds the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: sats
             * @description The collection's floor at that time.
             * @example 1500
             */
            floorSats: Sats | null;
            /**
             * Format: sats
             * @description The highest active offer at that time.
             * @example 1500
             */
            topOfferSats: Sats | null;
            /**
             * Format: sats
             * @description The price.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: sats
             * @description Value carried by the inscription, paid on top of the price.
             * @example 1500
             */
            inscriptionUtxoValueSats: Sats;
            /**
             * @description Seller's marketplace fee, basis points.
             * @example 150
             */
            sellerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Seller's marketplace fee.
             * @example 1500
             */
            sellerMarketplaceFeeSats: Sats;
            /**
             * @description Buyer's marketplace fee, basis points.
             * @example 150
             */
            buyerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Buyer's marketplace fee.
             * @example 1500
             */
            buyerMarketplaceFeeSats: Sats;
            /**
             * @description Seller's royalty, basis points.
             * @example 150
             */
            sellerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Seller's royalty.
             * @example 1500
             */
            sellerCreatorRoyaltySats: Sats;
            /**
             * @description Buyer's royalty, basis points.
             * @example 150
             */
            buyerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Buyer's royalty.
             * @example 1500
             */
            buyerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description What the seller nets, without postage and network fee.
             * @example 1500
             */
            sellerReceiveSats: Sats;
            /**
             * Format: sats
             * @description What the buyer pays, without postage and network fee.
             * @example 1500
             */
            buyerPayTotalSats: Sats;
            /**
             * Format: sats
             * @description Both marketplace fees.
             * @example 1500
             */
            marketplaceRevenueSats: Sats;
            /**
             * Format: sats
             * @description Both royalties.
             * @example 1500
             */
            creatorRevenueSats: Sats;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or null. */
            inscriptionTitle: string | null;
            /** @description Name of its collection. */
            collectionName: string | null;
            /**
             * @description Whether the caller received or sent it.
             * @enum {string}
             */
            side: "received" | "sent";
            /**
             * @description What the caller can respond to; null: nothing.
             * @enum {string|null}
             */
            actionKind: "seller_received_buyer_offer" | "buyer_received_counter" | null;
            /**
             * Format: uuid
             * @description The caller's wallet binding that may act on it, or null.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            actionBindingId: string | null;
            /**
             * @description Kind of content.
             * @enum {string}
             */
            contentType: "image" | "html" | "video" | "text";
            /**
             * @description Collection that the offer was made in.
             * @example quiet-mice
             */
            collectionSlug: string;
            /** @description Whether that collection is verified. */
            collectionVerified: boolean;
        };
        /** @description The offers on one of the caller's inscriptions. */
        MyOfferGroup: {
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or null. */
            inscriptionTitle: string | null;
            /** @description Name of its collection. */
            collectionName: string | null;
            /**
             * @description Collection that its offers were made in, the first by slug.
             * @example quiet-mice
             */
            collectionSlug: string | null;
            /** @description Whether that collection is verified. */
            collectionVerified: boolean;
            /**
             * @description Kind of content.
             * @enum {string}
             */
            contentType: "image" | "html" | "video" | "text";
            /**
             * @description Address of the caller that holds it.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            ownerAddress: string;
            /**
             * Format: uuid
             * @description The caller's wallet binding that may act on it, or null.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            actionBindingId: string | null;
            /**
             * Format: sats
             * @description Highest active offer.
             * @example 1500
             */
            topOfferSats: Sats | null;
            /**
             * Format: int64
             * @description Active offers received.
             */
            activeOfferCount: number;
            /**
             * Format: int64
             * @description Active counters sent.
             */
            activeCounterCount: number;
            /**
             * Format: date-time
             * @description When the first of them expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            earliestExpiresAt: string | null;
            /** @description Offers received, highest first; at most 50 with the counters. */
            offers: components["schemas"]["MyOffer"][];
            /** @description Counters sent. */
            sentCounters: components["schemas"]["MyOffer"][];
        };
        /** @description An offer sent, or a counter received. */
        MySentOffer: {
            /**
             * Format: uuid
             * @description Id of the offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            id: string;
            /**
             * Format: uuid
             * @description Of a counter, the buyer's offer that it counters.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            parentOfferId: string | null;
            /**
             * @description `buyer_offer`: an offer; `seller_counter`: the owner's price for that buyer.
             * @enum {string}
             */
            kind: "buyer_offer" | "seller_counter";
            /**
             * @description State of the offer.
             * @enum {string}
             */
            status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Ordinals address that gets the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            buyerAddress: string;
            /**
             * @description Ordinals address that holds the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: sats
             * @description The collection's floor at that time.
             * @example 1500
             */
            floorSats: Sats | null;
            /**
             * Format: sats
             * @description The highest active offer at that time.
             * @example 1500
             */
            topOfferSats: Sats | null;
            /**
             * Format: sats
             * @description The price.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: sats
             * @description Value carried by the inscription, paid on top of the price.
             * @example 1500
             */
            inscriptionUtxoValueSats: Sats;
            /**
             * @description Seller's marketplace fee, basis points.
             * @example 150
             */
            sellerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Seller's marketplace fee.
             * @example 1500
             */
            sellerMarketplaceFeeSats: Sats;
            /**
             * @description Buyer's marketplace fee, basis points.
             * @example 150
             */
            buyerMarketplaceFeeBps: number;
            /**
             * Format: sats
             * @description Buyer's marketplace fee.
             * @example 1500
             */
            buyerMarketplaceFeeSats: Sats;
            /**
             * @description Seller's royalty, basis points.
             * @example 150
             */
            sellerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Seller's royalty.
             * @example 1500
             */
            sellerCreatorRoyaltySats: Sats;
            /**
             * @description Buyer's royalty, basis points.
             * @example 150
             */
            buyerCreatorRoyaltyBps: number;
            /**
             * Format: sats
             * @description Buyer's royalty.
             * @example 1500
             */
            buyerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description What the seller nets, without postage and network fee.
             * @example 1500
             */
            sellerReceiveSats: Sats;
            /**
             * Format: sats
             * @description What the buyer pays, without postage and network fee.
             * @example 1500
             */
            buyerPayTotalSats: Sats;
            /**
             * Format: sats
             * @description Both marketplace fees.
             * @example 1500
             */
            marketplaceRevenueSats: Sats;
            /**
             * Format: sats
             * @description Both royalties.
             * @example 1500
             */
            creatorRevenueSats: Sats;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or null. */
            inscriptionTitle: string | null;
            /** @description Name of its collection. */
            collectionName: string | null;
            /**
             * @description Whether the caller received or sent it.
             * @enum {string}
             */
            side: "received" | "sent";
            /**
             * @description What the caller can respond to; null: nothing.
             * @enum {string|null}
             */
            actionKind: "seller_received_buyer_offer" | "buyer_received_counter" | null;
            /**
             * Format: uuid
             * @description The caller's wallet binding that may act on it, or null.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            actionBindingId: string | null;
            /**
             * @description Kind of content.
             * @enum {string}
             */
            contentType: "image" | "html" | "video" | "text";
            /**
             * @description Collection that the offer was made in.
             * @example quiet-mice
             */
            collectionSlug: string;
            /** @description Whether that collection is verified. */
            collectionVerified: boolean;
        };
        /** @description Something that happened to one of the caller's offers. */
        OfferEvent: {
            /** @description `<offer_id>:<event_type>`. */
            eventKey: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            eventType: "created" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
            /**
             * @description The caller's role.
             * @enum {string}
             */
            role: "buyer" | "seller";
            /**
             * Format: uuid
             * @description The offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            offerId: string;
            /**
             * Format: uuid
             * @description Of a counter, the buyer's offer that it counters.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            parentOfferId: string | null;
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or null. */
            inscriptionTitle: string | null;
            /**
             * @description `buyer_offer`: an offer; `seller_counter`: the owner's price for that buyer.
             * @enum {string}
             */
            kind: "buyer_offer" | "seller_counter";
            /**
             * @description State of the offer.
             * @enum {string}
             */
            status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
            /**
             * @description Whether the caller received or sent it.
             * @enum {string}
             */
            side: "received" | "sent";
            /**
             * @description Ordinals address that gets the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            buyerAddress: string;
            /**
             * @description Ordinals address that holds the inscription.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            sellerAddress: string;
            /**
             * Format: sats
             * @description The price.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description Of an acceptance, the settlement.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            settlementTxid: string | null;
            /**
             * @description Of an acceptance, the payout, or null.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            payoutTxid: string | null;
        };
        /** @description Every member. */
        TargetAll: {
            /**
             * @description Every member of the collection.
             * @enum {string}
             */
            kind: "all";
        };
        /** @description Members whose traits match every group. */
        TargetTraits: {
            /**
             * @description Members with these traits.
             * @enum {string}
             */
            kind: "traits";
            /** @description Groups; all of them must match. */
            traits: {
                /** @description Type of the trait. */
                type: string;
                /** @description Any of these. */
                values: string[];
            }[];
        };
        /** @description A sample inscription of the target. */
        SampleInscription: {
            /**
             * @description The oldest inscription of the target.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            inscriptionId: string;
            /** @description Its MIME type. */
            previewContentType: string | null;
            /** @description Its media URL. */
            image: string;
            /**
             * @description How to scale it.
             * @enum {string|null}
             */
            imageRenderingHint: "auto" | "pixelated" | null;
        } | null;
        /** @description An active collection or trait offer. */
        CollectionOfferRow: {
            /**
             * Format: uuid
             * @description The offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            id: string;
            /** @description What the offer is for. */
            target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
            /** @description The target, for display. */
            scopeLabel: string;
            /**
             * Format: sats
             * @description The price.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * Format: int64
             * @description Inscriptions that may fill it.
             */
            eligibleCount: number;
            /**
             * @description Ordinals address of the buyer.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            makerAddress: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: sats
             * @description What the buyer pays in total. It equals the price: fees are paid out of it.
             * @example 100000
             */
            totalSats: Sats;
            /**
             * @description Always `active`.
             * @enum {string}
             */
            status: "active";
            /**
             * Format: uuid
             * @description The caller's wallet binding that can cancel it; null for others' offers.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            actionBindingId: string | null;
            sampleInscription: components["schemas"]["SampleInscription"];
        };
        /** @description The offers that would be replaced; null when there are none. */
        ReplacementWarning: {
            /**
             * Format: int64
             * @description Active offers that would be replaced.
             */
            activeOfferCount: number;
        } | null;
        /** @description X-only keys of the signers in the leaf. */
        OfferSignerKeys: {
            /**
             * @description Market key.
             * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            market: string;
            /**
             * @description Gate key.
             * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            gate: string;
            /**
             * @description Policy key.
             * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            policy: string;
        };
        /** @description Terms of one offer and the PSBT that makes it. */
        PromisedCollectionOffer: {
            /** @description Collection, height and target in canonical JSON. */
            criteriaCanonicalJson: string;
            /**
             * @description Tagged hash of the canonical JSON.
             * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
             */
            offerCriteriaHash: string;
            /**
             * @description Root of the eligible set.
             * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
             */
            eligibleRoot: string;
            /**
             * Format: int64
             * @description Size of the eligible set.
             */
            eligibleCount: number;
            /**
             * @description Script that gets the inscription.
             * @example 0014751e76e8199196d454941c45d1b3a323f1433bd6
             */
            buyerReceiveScriptHex: string;
            /**
             * Format: sats
             * @description The price of this offer.
             * @example 100000
             */
            priceSats: Sats;
            /**
             * @description Address of the offer output; commits to all terms.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            offerAddress: string;
            /**
             * @description The leaf of the offer output.
             * @example 0014751e76e8199196d454941c45d1b3a323f1433bd6
             */
            offerScriptHex: string;
            /**
             * @description Hash in the leaf of price, expiry, receive script, root and criteria.
             * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
             */
            offerTermsHash: string;
            /**
             * @description SHA-256 of a secret that a fill must reveal.
             * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
             */
            offerAuthSecretHash: string;
            /**
             * @description The buyer's x-only internal key. Its key path takes the money back.
             * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            buyerPublicKey: string;
            signerPublicKeys: components["schemas"]["OfferSignerKeys"];
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: int64
             * @description `expiresAt` in Unix seconds, as hashed.
             */
            expiresAtUnix: number;
            /** @description Coins that fund the offer; send back at submit. */
            selectedPaymentUtxos: components["schemas"]["Utxo"][];
            /** @description Always 0. */
            fundingParentFeeRateSatVb: number;
            /** @description Always false. */
            fundingBroadcasted: boolean;
            /**
             * @description Id of the funding parent.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            expectedFundingParentTxid: string;
            /**
             * Format: int64
             * @description Index of the offer output.
             */
            fundingParentVout: number;
            /**
             * @description Identifies this preflight; optional at submit.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            preflightToken: string;
            fundingParentStep: components["schemas"]["PsbtStep"];
            /**
             * @description Address of the wallet that signs.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            signerAddress: string;
            /** @description Inputs to sign; send back as received, or not at all. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT, unsigned.
             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
             */
            psbtBase64: string;
        };
        /** @description The offer asked for. */
        OfferAtPrice: {
            /**
             * Format: uuid
             * @description The offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            offerId: string;
            /**
             * Format: sats
             * @description Its price.
             * @example 100000
             */
            priceSats: Sats;
        };
        /** @description Another active offer pays more for the same inscription. */
        BelowTopOffer: {
            selectedOffer: components["schemas"]["OfferAtPrice"];
            topOffer: components["schemas"]["OfferAtPrice"];
        } | null;
        /** @description A coin. */
        UtxoSent: {
            /**
             * @description Transaction that made the coin.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            txid: string;
            /**
             * Format: int64
             * @description Index of the output.
             */
            vout: number;
            /**
             * Format: int64
             * @description Value in sats.
             * @example 100000
             */
            valueSats: number;
        };
        /** @description Another active offer pays more for the same inscription. */
        BelowTopOfferSent: {
            selectedOffer: components["schemas"]["OfferAtPriceSent"];
            topOffer: components["schemas"]["OfferAtPriceSent"];
        } | null;
        /** @description The offer asked for. */
        OfferAtPriceSent: {
            /**
             * Format: uuid
             * @description The offer.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            offerId: string;
            /**
             * Format: int64
             * @description Its price.
             * @example 100000
             */
            priceSats: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The request's id, which is in the service's log.
         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
         */
        "X-Request-Id": string;
        /**
         * @description The ids of the trades that the request made or moved, separated by commas; missing when there are none. The log has them in every line, and `GET /v1/trades/{id}` of the admin API has the story of one.
         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
         */
        "X-Trade-Id": string;
        /**
         * @description The code of the error, for programs. docs/errors.md lists them all.
         * @example malformed
         */
        "X-Error-Code": string;
        /**
         * @description Query parameters that nothing reads, separated by commas; missing when there are none.
         * @example colectionSlug
         */
        "X-Ignored-Parameters": string;
        /**
         * @description Seconds after which a retry makes sense.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description What is left of each limit: `r` requests for the next `t` seconds.
         * @example "ip";r=59;t=60, "caller";r=29;t=60
         */
        RateLimit: string;
        /**
         * @description The limits: `q` requests in `w` seconds.
         * @example "ip";q=60;w=60, "caller";q=30;w=60
         */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAuthChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ordinalsAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *       "paymentAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Address that holds the inscriptions.
                     * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                     */
                    ordinalsAddress: string;
                    /**
                     * @description Address that pays; checked for the funding requirement at verify. May equal `ordinalsAddress`.
                     * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                     */
                    paymentAddress: string;
                };
            };
        };
        responses: {
            /** @description Create the messages that a wallet signs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authRequestId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "challenges": [
                     *         {
                     *           "challengeId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "message": "text",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "role": "ordinals"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Send back to POST /auth/verify.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        authRequestId: string;
                        /** @description One per address that must sign. */
                        challenges: components["schemas"]["Challenge"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    verifyAuthChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "authRequestId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "verifications": [
                 *         {
                 *           "challengeId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *           "signature": "01406d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d",
                 *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description As returned by POST /auth/challenge.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    authRequestId: string;
                    /** @description One per challenge. */
                    verifications: {
                        /**
                         * Format: uuid
                         * @description As returned by POST /auth/challenge.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        challengeId: string;
                        /**
                         * @description BIP-322 simple signature of the message: the witness, hex encoded. Base64, and the prefix `smp` of newer wallets, are taken too.
                         * @example 01406d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d
                         */
                        signature: string;
                        /**
                         * @description The address that signed.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        address: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Verify the signatures and issue a session token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "id": "text",
                     *         "username": "text",
                     *         "displayName": "text",
                     *         "bio": "text",
                     *         "avatarUrl": "text",
                     *         "bannerUrl": "text"
                     *       },
                     *       "walletBindings": [
                     *         {
                     *           "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "label": "text",
                     *           "provider": "unknown",
                     *           "ordinalsAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "paymentAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "isPublic": false
                     *         }
                     *       ],
                     *       "sessionToken": "text",
                     *       "expiresAt": "2026-11-20T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        profile: components["schemas"]["Profile"];
                        /** @description All wallet bindings of the profile, oldest first. */
                        walletBindings: components["schemas"]["WalletBinding"][];
                        /** @description Send as `Authorization: Bearer <sessionToken>`. */
                        sessionToken: string;
                        /**
                         * Format: date-time
                         * @description When the token expires.
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        expiresAt: string;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Challenge expired; start a fresh one. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Profile and wallet bindings of the caller. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "id": "text",
                     *         "username": "text",
                     *         "displayName": "text",
                     *         "bio": "text",
                     *         "avatarUrl": "text",
                     *         "bannerUrl": "text"
                     *       },
                     *       "walletBindings": [
                     *         {
                     *           "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "label": "text",
                     *           "provider": "unknown",
                     *           "ordinalsAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "paymentAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "isPublic": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        profile: components["schemas"]["Profile"];
                        /** @description All wallet bindings of the profile, oldest first. */
                        walletBindings: components["schemas"]["WalletBinding"][];
                    };
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
                cursor?: string;
                /** @description `recent`: newest first; `price`: lowest asking price first. */
                sort?: "recent" | "price";
                /**
                 * @description Only this collection; any case.
                 * @example quiet-mice
                 */
                collectionSlug?: string;
                /**
                 * @description Only listings that sell this inscription, bundle members included.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                inscriptionId?: string;
                /**
                 * @description Only listings of this ordinals address.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                sellerAddress?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active, buyable listings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listings": [
                     *         {
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "inscriptionNumber": "70000123",
                     *           "inscriptionName": "text",
                     *           "collection": {
                     *             "slug": "quiet-mice",
                     *             "name": "text",
                     *             "kind": "parent_child",
                     *             "verificationStatus": "verified"
                     *           },
                     *           "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "priceSats": 100000,
                     *           "listedAt": "2026-11-20T12:00:00.000Z",
                     *           "listingExpiresAt": "2026-11-20T12:00:00.000Z",
                     *           "sat": 0,
                     *           "locationTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "locationVout": 0,
                     *           "locationSatpoint": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "pageSize": 50,
                     *         "hasNext": false,
                     *         "nextCursor": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The page, in the order asked for. */
                        listings: components["schemas"]["Listing"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
                cursor?: string;
                /**
                 * @description Only this collection; any case. Unknown: an empty page.
                 * @example quiet-mice
                 */
                collectionSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirmed sales, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sales": [
                     *         {
                     *           "saleId": "text",
                     *           "saleType": "internal",
                     *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "inscriptionNumber": "70000123",
                     *           "inscriptionName": "text",
                     *           "collection": {
                     *             "slug": "quiet-mice",
                     *             "name": "text",
                     *             "kind": "parent_child",
                     *             "verificationStatus": "verified"
                     *           },
                     *           "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "buyerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "priceSats": 1500,
                     *           "price": 0.001,
                     *           "priceUsd": 0,
                     *           "soldAt": "2026-11-20T12:00:00.000Z",
                     *           "blockHeight": 0
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "pageSize": 50,
                     *         "hasNext": false,
                     *         "nextCursor": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The page, newest first. */
                        sales: components["schemas"]["Sale"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listCollectionFloorStats: {
        parameters: {
            query: {
                /**
                 * @description Comma-separated slugs, any case, at most 100.
                 * @example quiet-mice,gallery-of-moss
                 */
                slugs: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Floor statistics of several collections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "slug": "quiet-mice",
                     *           "floor": 1500,
                     *           "listedCount": 0,
                     *           "ownerCount": 0,
                     *           "oneDayChange": 0,
                     *           "sevenDayChange": 0,
                     *           "timestamp": "2026-11-20T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description In the order of the slugs asked for; unknown slugs are left out. */
                        data: components["schemas"]["CollectionFloor"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listCollectionInscriptions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
                cursor?: string;
                /** @description By time of inscription. */
                sort?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Inscriptions of a collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "name": "text",
                     *           "collection": "quiet-mice",
                     *           "collectionHref": "text",
                     *           "collections": [
                     *             "quiet-mice"
                     *           ],
                     *           "image": "text",
                     *           "inscription": -2147483648,
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "listingState": "buyable",
                     *           "priceSats": 1500,
                     *           "price": 0,
                     *           "listedAt": "2026-11-20T12:00:00.000Z",
                     *           "listingExpiresAt": "2026-11-20T12:00:00.000Z",
                     *           "lastSale": 0,
                     *           "owner": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "contentType": "image",
                     *           "rawContentType": "text",
                     *           "imageRenderingHint": "auto",
                     *           "cardBackgroundColor": "text",
                     *           "traits": [
                     *             {
                     *               "type": "Background",
                     *               "value": "Blue",
                     *               "count": 1,
                     *               "percentage": 0
                     *             }
                     *           ],
                     *           "satributes": [
                     *             "text"
                     *           ],
                     *           "sat": 0,
                     *           "locationTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "locationVout": 0,
                     *           "locationSatpoint": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "pageSize": 50,
                     *         "hasNext": false,
                     *         "nextCursor": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The page, in the order asked for. */
                        items: components["schemas"]["CollectionItem"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "items": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "priceSats": 150000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * @description 1 to 20 inscriptions to list, none twice.
                     * @example [
                     *       {
                     *         "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *         "priceSats": 150000
                     *       }
                     *     ]
                     */
                    items: {
                        /**
                         * @description Inscription to list.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: int64
                         * @description Asking price in sats; at least the operator's minimum.
                         * @example 100000
                         */
                        priceSats: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Build the PSBTs of new listings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listings": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "anchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "psbts": [
                     *             {
                     *               "stepIndex": 0,
                     *               "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "inputsToSign": [
                     *                 {
                     *                   "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *                   "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *                   "disableTweakSigner": false,
                     *                   "signingIndexes": [
                     *                     0
                     *                   ],
                     *                   "sigHash": 0
                     *                 }
                     *               ],
                     *               "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==",
                     *               "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "recoveryPsbt": {
                     *         "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *         "inputsToSign": [
                     *           {
                     *             "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *             "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *             "disableTweakSigner": false,
                     *             "signingIndexes": [
                     *               0
                     *             ],
                     *             "sigHash": 0
                     *           }
                     *         ],
                     *         "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One per item, same order. */
                        listings: {
                            /**
                             * @description The inscription.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                            /**
                             * Format: uuid
                             * @description Anchor reserved for this listing; send back at submit.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            anchorUtxoId: string;
                            /** @description Step 0, transfer (DEFAULT); step 1, sale (SINGLE|ANYONECANPAY). */
                            psbts: components["schemas"]["ListingPsbtStep"][];
                        }[];
                        recoveryPsbt: components["schemas"]["UnnumberedStep"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "items": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "priceSats": 150000
                 *         }
                 *       ],
                 *       "durationDays": 1,
                 *       "anchors": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "anchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *         }
                 *       ],
                 *       "signed": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "psbts": [
                 *             {
                 *               "stepIndex": 0,
                 *               "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "inputsToSign": [
                 *                 {
                 *                   "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *                   "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *                   "disableTweakSigner": false,
                 *                   "signingIndexes": [
                 *                     0
                 *                   ],
                 *                   "sigHash": 0
                 *                 }
                 *               ],
                 *               "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==",
                 *               "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *             },
                 *             {
                 *               "stepIndex": 0,
                 *               "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "inputsToSign": [
                 *                 {
                 *                   "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *                   "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *                   "disableTweakSigner": false,
                 *                   "signingIndexes": [
                 *                     0
                 *                   ],
                 *                   "sigHash": 0
                 *                 }
                 *               ],
                 *               "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==",
                 *               "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "signedRecoveryPsbt": {
                 *         "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *         "inputsToSign": [
                 *           {
                 *             "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *             "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *             "disableTweakSigner": false,
                 *             "signingIndexes": [
                 *               0
                 *             ],
                 *             "sigHash": 0
                 *           }
                 *         ],
                 *         "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * @description 1 to 20 inscriptions to list, none twice.
                     * @example [
                     *       {
                     *         "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *         "priceSats": 150000
                     *       }
                     *     ]
                     */
                    items: {
                        /**
                         * @description Inscription to list.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: int64
                         * @description Asking price in sats; at least the operator's minimum.
                         * @example 100000
                         */
                        priceSats: number;
                    }[];
                    /**
                     * @description Days until the listing expires; omit for no expiry.
                     * @enum {integer}
                     */
                    durationDays?: 1 | 7 | 30 | 90 | 180;
                    /** @description One per item, same order, no anchor twice. */
                    anchors: {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: uuid
                         * @description As returned by the preflight.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        anchorUtxoId: string;
                    }[];
                    /** @description One per item. */
                    signed: {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /** @description Both steps, signed. */
                        psbts: {
                            /** @description Position among the steps. */
                            stepIndex: number;
                            /**
                             * @description Address of the wallet that signs.
                             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                             */
                            signerAddress?: string;
                            /** @description Inputs to sign; send back as received, or not at all. */
                            inputsToSign?: components["schemas"]["InputToSign"][];
                            /**
                             * @description The signed PSBT.
                             * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
                             */
                            psbtBase64: string;
                            /**
                             * @description Inscription of this step.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId?: string;
                        }[];
                    }[];
                    signedRecoveryPsbt: components["schemas"]["SignedPsbt"];
                };
            };
        };
        responses: {
            /** @description Create listings from signed PSBTs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listings": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The new listings, in the order of the items. */
                        listings: {
                            /**
                             * @description The inscription.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                            /**
                             * Format: uuid
                             * @description Its listing.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            listingId: string;
                        }[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delistListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "listings": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /** @description Listings to take down, none twice. */
                    listings: {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: uuid
                         * @description Its listing.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        listingId: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Take listings down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listings": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The delisted listings. */
                        listings: {
                            /**
                             * @description The inscription.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                            /**
                             * Format: uuid
                             * @description Its listing.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            listingId: string;
                        }[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightTakeBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
                /**
                 * @description One of the caller's listings whose inscription is on its passthrough.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                listingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                };
            };
        };
        responses: {
            /** @description Build the PSBT that takes a stranded inscription back. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "networkFeeSats": 1500,
                     *       "expectedTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "steps": [
                     *         {
                     *           "stepIndex": 0,
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The listing.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        listingId: string;
                        /**
                         * @description The inscription that comes back.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: sats
                         * @description Network fee in sats, paid by the operator.
                         * @example 1500
                         */
                        networkFeeSats: Sats;
                        /**
                         * @description The transaction that brings the inscription back.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedTxid: string;
                        /** @description One step: the passthrough, signed DEFAULT by its key path (internal key and merkle root are in the PSBT). */
                        steps: components["schemas"]["PsbtStep"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitTakeBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
                /**
                 * @description One of the caller's listings whose inscription is on its passthrough.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                listingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "expectedTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "signedSteps": [
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedTxid: string;
                    /** @description The step, signed. */
                    signedSteps: components["schemas"]["SignedStep"][];
                };
            };
        };
        responses: {
            /** @description Take a stranded inscription back. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The listing; cancelled if it was open.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        listingId: string;
                        /**
                         * @description The inscription that comes back.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * @description The transaction that brings the inscription back.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        txid: string;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "listings": [
                 *         {
                 *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *         }
                 *       ],
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "roundUpDonation": false
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description 1 to 20 listings to buy, none twice. */
                    listings: {
                        /**
                         * Format: uuid
                         * @description The listing.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        listingId: string;
                        /**
                         * @description Its inscription; must match the listing.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                    }[];
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                    /**
                     * @description True: round the total up and donate the difference to the operator's initiative.
                     * @default false
                     */
                    roundUpDonation?: boolean;
                };
            };
        };
        responses: {
            /** @description Build the PSBT of a purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "listings": [
                     *         {
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "priceSats": 60000,
                     *           "inscriptionUtxoValueSats": 10000,
                     *           "listingFeeSats": 1000,
                     *           "buyerFeeBps": 150,
                     *           "buyerFeeSats": 1000,
                     *           "sellerCreatorRoyaltySats": 0,
                     *           "buyerCreatorRoyaltySats": 0,
                     *           "sellerReceiveSats": 59000,
                     *           "buyerPayTotalSats": 61000,
                     *           "marketplaceRevenueSats": 2000,
                     *           "creatorRevenueSats": 0
                     *         }
                     *       ],
                     *       "selectedPaymentUtxos": [
                     *         {
                     *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "vout": 0,
                     *           "valueSats": 100000
                     *         }
                     *       ],
                     *       "targetFeeRateSatVb": 0,
                     *       "estimatedPackageVsize": 0,
                     *       "estimatedNetworkFeeSats": 1244,
                     *       "cpfpFeeSats": 212,
                     *       "listingTransferFeeSats": 212,
                     *       "totalBuyerCostSats": 72456,
                     *       "donationInitiative": {
                     *         "name": "text",
                     *         "url": "text"
                     *       },
                     *       "donationSats": 0,
                     *       "purchaseAnchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "steps": [
                     *         {
                     *           "stepIndex": 0,
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ],
                     *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "expectedListingTransferTxids": [
                     *         "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *       ],
                     *       "listingTransfers": [
                     *         "020000000156944c5d3f98413ef45cf54545538103cc9f298e0575820ad3591376e2e0f65d0000000000fdffffff01b882010000000000160014751e76e8199196d454941c45d1b3a323f1433bd600000000"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description One per listing, same order. */
                        listings: components["schemas"]["PurchaseListingCost"][];
                        /** @description Coins that pay; send back at submit. */
                        selectedPaymentUtxos: components["schemas"]["Utxo"][];
                        /** @description Fee rate of the package in sat/vB. */
                        targetFeeRateSatVb: number;
                        /** @description Virtual size of the package in vB. */
                        estimatedPackageVsize: number;
                        /**
                         * Format: sats
                         * @description Network fee of the sale transaction. It contains `cpfpFeeSats` and does not contain `listingTransferFeeSats`.
                         * @example 1244
                         */
                        estimatedNetworkFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description The part of `estimatedNetworkFeeSats` that raises the transfers from their own fee rate to the target; not paid again beside it.
                         * @example 212
                         */
                        cpfpFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description The transfers' own network fees, which the service has advanced and the buyer refunds. Paid beside `estimatedNetworkFeeSats`, so the whole package costs both.
                         * @example 212
                         */
                        listingTransferFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description What leaves the buyer's coins: each listing's `buyerPayTotalSats` and `inscriptionUtxoValueSats`, `listingTransferFeeSats`, `estimatedNetworkFeeSats` and `donationSats`. With one listing: 61,000 + 10,000 + 212 + 1,244 + 0 = 72,456.
                         * @example 72456
                         */
                        totalBuyerCostSats: Sats;
                        donationInitiative: components["schemas"]["DonationInitiative"];
                        /**
                         * Format: sats
                         * @description Donation included in the total; 0 unless requested.
                         * @example 0
                         */
                        donationSats: Sats;
                        /**
                         * Format: uuid
                         * @description Anchor reserved for this purchase; send back at submit.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        purchaseAnchorUtxoId: string;
                        /** @description One step, signed by the payment address. */
                        steps: components["schemas"]["PsbtStep"][];
                        /**
                         * @description Id of the sale transaction.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /** @description One per listing, same order. */
                        expectedListingTransferTxids: string[];
                        /** @description One per listing, same order. They prove which coins the inscriptions come from, and their values. */
                        listingTransfers: string[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "listings": [
                 *         {
                 *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *         }
                 *       ],
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "roundUpDonation": false,
                 *       "purchaseAnchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "selectedPaymentUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "signedSteps": [
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description 1 to 20 listings to buy, none twice. */
                    listings: {
                        /**
                         * Format: uuid
                         * @description The listing.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        listingId: string;
                        /**
                         * @description Its inscription; must match the listing.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                    }[];
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos: components["schemas"]["UtxoSent"][];
                    /**
                     * @description True: round the total up and donate the difference to the operator's initiative.
                     * @default false
                     */
                    roundUpDonation?: boolean;
                    /**
                     * Format: uuid
                     * @description As returned by the preflight.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    purchaseAnchorUtxoId: string;
                    /** @description Exactly those of the preflight. */
                    selectedPaymentUtxos: components["schemas"]["UtxoSent"][];
                    /** @description The step, signed. */
                    signedSteps: components["schemas"]["SignedStep"][];
                };
            };
        };
        responses: {
            /** @description Settle a signed purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "listingTransferTxids": [
                     *         "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *       ],
                     *       "pendingSaleIds": [
                     *         "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                     *       ],
                     *       "listings": [
                     *         {
                     *           "listingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the sale transaction.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        settlementTxid: string;
                        /** @description One per listing, same order. */
                        listingTransferTxids: string[];
                        /** @description Sales that wait for a confirmation. */
                        pendingSaleIds: string[];
                        /** @description What was bought. */
                        listings: {
                            /**
                             * Format: uuid
                             * @description The listing.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            listingId: string;
                            /**
                             * @description Its inscription; must match the listing.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                        }[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCollectionOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "inscriptionIds": [
                 *         "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *       ],
                 *       "priceSats": 100000,
                 *       "validityHours": 6,
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description 1 to 20 inscriptions to make offers on, none twice. All offers spend the same coins, so the buyer gets one of them. */
                    inscriptionIds: string[];
                    /**
                     * Format: int64
                     * @description Price of each; a multiple of 1,000.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Build the PSBTs of new offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "selectedPaymentUtxos": [
                     *         {
                     *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "vout": 0,
                     *           "valueSats": 100000
                     *         }
                     *       ],
                     *       "items": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "priceSats": 100000,
                     *           "inscriptionUtxoValueSats": 1500,
                     *           "sellerMarketplaceFeeBps": 150,
                     *           "sellerMarketplaceFeeSats": 1500,
                     *           "buyerMarketplaceFeeBps": 150,
                     *           "buyerMarketplaceFeeSats": 1500,
                     *           "sellerCreatorRoyaltyBps": 150,
                     *           "sellerCreatorRoyaltySats": 1500,
                     *           "buyerCreatorRoyaltyBps": 150,
                     *           "buyerCreatorRoyaltySats": 1500,
                     *           "sellerReceiveSats": 1500,
                     *           "buyerPayTotalSats": 1500,
                     *           "marketplaceRevenueSats": 1500,
                     *           "creatorRevenueSats": 1500,
                     *           "targetFeeRateSatVb": 0,
                     *           "estimatedNetworkFeeSats": 1500,
                     *           "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "steps": [
                     *             {
                     *               "stepIndex": 0,
                     *               "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "inputsToSign": [
                     *                 {
                     *                   "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *                   "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *                   "disableTweakSigner": false,
                     *                   "signingIndexes": [
                     *                     0
                     *                   ],
                     *                   "sigHash": 0
                     *                 }
                     *               ],
                     *               "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Coins that pay; send back at submit. */
                        selectedPaymentUtxos: components["schemas"]["Utxo"][];
                        /** @description One per inscription, same order. */
                        items: {
                            /**
                             * @description The inscription.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                            /**
                             * Format: sats
                             * @description The price.
                             * @example 100000
                             */
                            priceSats: Sats;
                            /**
                             * Format: sats
                             * @description Value carried by the inscription, paid on top of the price.
                             * @example 1500
                             */
                            inscriptionUtxoValueSats: Sats;
                            /**
                             * @description Seller's marketplace fee, basis points.
                             * @example 150
                             */
                            sellerMarketplaceFeeBps: number;
                            /**
                             * Format: sats
                             * @description Seller's marketplace fee.
                             * @example 1500
                             */
                            sellerMarketplaceFeeSats: Sats;
                            /**
                             * @description Buyer's marketplace fee, basis points.
                             * @example 150
                             */
                            buyerMarketplaceFeeBps: number;
                            /**
                             * Format: sats
                             * @description Buyer's marketplace fee.
                             * @example 1500
                             */
                            buyerMarketplaceFeeSats: Sats;
                            /**
                             * @description Seller's royalty, basis points.
                             * @example 150
                             */
                            sellerCreatorRoyaltyBps: number;
                            /**
                             * Format: sats
                             * @description Seller's royalty.
                             * @example 1500
                             */
                            sellerCreatorRoyaltySats: Sats;
                            /**
                             * @description Buyer's royalty, basis points.
                             * @example 150
                             */
                            buyerCreatorRoyaltyBps: number;
                            /**
                             * Format: sats
                             * @description Buyer's royalty.
                             * @example 1500
                             */
                            buyerCreatorRoyaltySats: Sats;
                            /**
                             * Format: sats
                             * @description What the seller nets, without postage and network fee.
                             * @example 1500
                             */
                            sellerReceiveSats: Sats;
                            /**
                             * Format: sats
                             * @description What the buyer pays, without postage and network fee.
                             * @example 1500
                             */
                            buyerPayTotalSats: Sats;
                            /**
                             * Format: sats
                             * @description Both marketplace fees.
                             * @example 1500
                             */
                            marketplaceRevenueSats: Sats;
                            /**
                             * Format: sats
                             * @description Both royalties.
                             * @example 1500
                             */
                            creatorRevenueSats: Sats;
                            /** @description Fee rate of the settlement, sat/vB. The seller raises it to the current rate at the acceptance. */
                            targetFeeRateSatVb: number;
                            /**
                             * Format: sats
                             * @description Network fee of the settlement, paid by the buyer on top of `buyerPayTotalSats` and `inscriptionUtxoValueSats`.
                             * @example 1500
                             */
                            estimatedNetworkFeeSats: Sats;
                            /**
                             * @description Id of the settlement.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                             */
                            expectedSettlementTxid: string;
                            /** @description One step, signed by the payment address. */
                            steps: components["schemas"]["PsbtStep"][];
                        }[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCollectionOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "inscriptionIds": [
                 *         "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *       ],
                 *       "priceSats": 100000,
                 *       "validityHours": 6,
                 *       "selectedPaymentUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "signedItems": [
                 *         {
                 *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *           "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==",
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "signedSteps": [
                 *             {
                 *               "stepIndex": 0,
                 *               "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "inputsToSign": [
                 *                 {
                 *                   "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *                   "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *                   "disableTweakSigner": false,
                 *                   "signingIndexes": [
                 *                     0
                 *                   ],
                 *                   "sigHash": 0
                 *                 }
                 *               ],
                 *               "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description 1 to 20 inscriptions to make offers on, none twice. All offers spend the same coins, so the buyer gets one of them. */
                    inscriptionIds: string[];
                    /**
                     * Format: int64
                     * @description Price of each; a multiple of 1,000.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                    /** @description Exactly those of the preflight. */
                    selectedPaymentUtxos: components["schemas"]["UtxoSent"][];
                    /** @description One per inscription. */
                    signedItems: {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * @description As returned by the preflight.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /**
                         * @description The signed PSBT.
                         * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
                         */
                        psbtBase64?: string;
                        /**
                         * @description Address of the wallet that signs.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        signerAddress?: string;
                        /** @description Inputs to sign; send back as received, or not at all. */
                        inputsToSign?: components["schemas"]["InputToSign"][];
                        /** @description Instead of the flat step. */
                        signedSteps?: components["schemas"]["SignedStep"][];
                    }[];
                };
            };
        };
        responses: {
            /** @description Create offers from signed PSBTs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "status": "active"
                     *         }
                     *       ],
                     *       "status": "active"
                     *     }
                     */
                    "application/json": {
                        /** @description The new offers, in the order of the inscriptions. */
                        items: {
                            /**
                             * @description The inscription.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId: string;
                            /**
                             * Format: uuid
                             * @description Its offer.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            offerId: string;
                            /**
                             * @description Always `active`.
                             * @enum {string}
                             */
                            status: "active";
                        }[];
                        /**
                         * @description Always `active`.
                         * @enum {string}
                         */
                        status: "active";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listInscriptionOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active offers on an inscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "ownerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *       "topOfferSats": 1500,
                     *       "liveOfferCount": 0,
                     *       "expiringSoonCount": 0,
                     *       "offers": [
                     *         {
                     *           "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "parentOfferId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "kind": "buyer_offer",
                     *           "status": "active",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "buyerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "createdAt": "2026-11-20T12:00:00.000Z",
                     *           "expiresAt": "2026-11-20T12:00:00.000Z",
                     *           "floorSats": 1500,
                     *           "topOfferSats": 1500,
                     *           "priceSats": 100000,
                     *           "inscriptionUtxoValueSats": 1500,
                     *           "sellerMarketplaceFeeBps": 150,
                     *           "sellerMarketplaceFeeSats": 1500,
                     *           "buyerMarketplaceFeeBps": 150,
                     *           "buyerMarketplaceFeeSats": 1500,
                     *           "sellerCreatorRoyaltyBps": 150,
                     *           "sellerCreatorRoyaltySats": 1500,
                     *           "buyerCreatorRoyaltyBps": 150,
                     *           "buyerCreatorRoyaltySats": 1500,
                     *           "sellerReceiveSats": 1500,
                     *           "buyerPayTotalSats": 1500,
                     *           "marketplaceRevenueSats": 1500,
                     *           "creatorRevenueSats": 1500,
                     *           "acceptedAt": "2026-11-20T12:00:00.000Z",
                     *           "rejectedAt": "2026-11-20T12:00:00.000Z",
                     *           "cancelledAt": "2026-11-20T12:00:00.000Z",
                     *           "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * @description Address that holds it; `none` when no address does, as after it was burnt.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        ownerAddress: string;
                        /**
                         * Format: sats
                         * @description Highest active offer.
                         * @example 1500
                         */
                        topOfferSats: Sats | null;
                        /**
                         * Format: int64
                         * @description Active offers and counters that the caller may see, also those beyond `offers`.
                         */
                        liveOfferCount: number;
                        /**
                         * Format: int64
                         * @description Active offers and counters that expire within 24 hours.
                         */
                        expiringSoonCount: number;
                        /** @description The best 200, highest first, of the same price the newest first. Only its buyer and seller see a counter. */
                        offers: components["schemas"]["Offer"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listInscriptionOfferHistory: {
        parameters: {
            query?: {
                /** @description Page number from 0, 25 offers each. */
                page?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every offer on an inscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "offers": [
                     *         {
                     *           "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "parentOfferId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "kind": "buyer_offer",
                     *           "status": "active",
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "buyerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "createdAt": "2026-11-20T12:00:00.000Z",
                     *           "expiresAt": "2026-11-20T12:00:00.000Z",
                     *           "floorSats": 1500,
                     *           "topOfferSats": 1500,
                     *           "priceSats": 100000,
                     *           "inscriptionUtxoValueSats": 1500,
                     *           "sellerMarketplaceFeeBps": 150,
                     *           "sellerMarketplaceFeeSats": 1500,
                     *           "buyerMarketplaceFeeBps": 150,
                     *           "buyerMarketplaceFeeSats": 1500,
                     *           "sellerCreatorRoyaltyBps": 150,
                     *           "sellerCreatorRoyaltySats": 1500,
                     *           "buyerCreatorRoyaltyBps": 150,
                     *           "buyerCreatorRoyaltySats": 1500,
                     *           "sellerReceiveSats": 1500,
                     *           "buyerPayTotalSats": 1500,
                     *           "marketplaceRevenueSats": 1500,
                     *           "creatorRevenueSats": 1500,
                     *           "acceptedAt": "2026-11-20T12:00:00.000Z",
                     *           "rejectedAt": "2026-11-20T12:00:00.000Z",
                     *           "cancelledAt": "2026-11-20T12:00:00.000Z",
                     *           "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *         }
                     *       ],
                     *       "hasMore": false,
                     *       "page": 0
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /** @description Newest first, in every state. */
                        offers: components["schemas"]["Offer"][];
                        /** @description True when another page follows. */
                        hasMore: boolean;
                        /** @description Number of this page. */
                        page: number;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    cancelOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                };
            };
        };
        responses: {
            /** @description Cancel an offer or a counter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "active"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description State of the offer.
                         * @enum {string}
                         */
                        status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    rejectOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                };
            };
        };
        responses: {
            /** @description Decline an offer received. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "active"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description State of the offer.
                         * @enum {string}
                         */
                        status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightOfferAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                };
            };
        };
        responses: {
            /** @description Build the PSBTs of an acceptance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "targetFeeRateSatVb": 1,
                     *       "estimatedNetworkFeeSats": 1500,
                     *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "expectedPayoutTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "steps": [
                     *         {
                     *           "stepIndex": 0,
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /** @description Fee rate of the package, sat/vB; send back at submit. */
                        targetFeeRateSatVb: number;
                        /**
                         * Format: sats
                         * @description Network fee that the seller pays out of the proceeds.
                         * @example 1500
                         */
                        estimatedNetworkFeeSats: Sats;
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /**
                         * @description Id of the payout, which moves the proceeds to the payment address; null when none is needed.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedPayoutTxid: string | null;
                        /** @description Step 0, the settlement; step 1, the payout if there is one. All DEFAULT. */
                        steps: components["schemas"]["PsbtStep"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitOfferAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "targetFeeRateSatVb": 1,
                 *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "expectedPayoutTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "signedSteps": [
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /** @description Fee rate of the package, sat/vB: the package is rebuilt at this rate. Default: the rate that the last preflight of this offer returned. */
                    targetFeeRateSatVb?: number;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedSettlementTxid: string;
                    /**
                     * @description Id of the payout, which moves the proceeds to the payment address; null when none is needed.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedPayoutTxid: string | null;
                    /** @description The steps, signed. */
                    signedSteps: components["schemas"]["SignedStep"][];
                };
            };
        };
        responses: {
            /** @description Settle an offer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "payoutTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "status": "accepted"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        settlementTxid: string;
                        /**
                         * @description Id of the payout, or null.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        payoutTxid: string | null;
                        /**
                         * @description Always `accepted`.
                         * @enum {string}
                         */
                        status: "accepted";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCounterOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "priceSats": 100000,
                 *       "validityHours": 6
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * Format: int64
                     * @description A multiple of 1,000, at least 1,000 above the buyer's offer.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                };
            };
        };
        responses: {
            /** @description Build the PSBTs of a counter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "priceSats": 100000,
                     *       "inscriptionUtxoValueSats": 1500,
                     *       "sellerMarketplaceFeeBps": 150,
                     *       "sellerMarketplaceFeeSats": 1500,
                     *       "buyerMarketplaceFeeBps": 150,
                     *       "buyerMarketplaceFeeSats": 1500,
                     *       "sellerCreatorRoyaltyBps": 150,
                     *       "sellerCreatorRoyaltySats": 1500,
                     *       "buyerCreatorRoyaltyBps": 150,
                     *       "buyerCreatorRoyaltySats": 1500,
                     *       "sellerReceiveSats": 1500,
                     *       "buyerPayTotalSats": 1500,
                     *       "marketplaceRevenueSats": 1500,
                     *       "creatorRevenueSats": 1500,
                     *       "anchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "targetFeeRateSatVb": 0,
                     *       "estimatedNetworkFeeSats": 1500,
                     *       "expectedTransferTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "steps": [
                     *         {
                     *           "stepIndex": 0,
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: sats
                         * @description The price.
                         * @example 100000
                         */
                        priceSats: Sats;
                        /**
                         * Format: sats
                         * @description Value carried by the inscription, paid on top of the price.
                         * @example 1500
                         */
                        inscriptionUtxoValueSats: Sats;
                        /**
                         * @description Seller's marketplace fee, basis points.
                         * @example 150
                         */
                        sellerMarketplaceFeeBps: number;
                        /**
                         * Format: sats
                         * @description Seller's marketplace fee.
                         * @example 1500
                         */
                        sellerMarketplaceFeeSats: Sats;
                        /**
                         * @description Buyer's marketplace fee, basis points.
                         * @example 150
                         */
                        buyerMarketplaceFeeBps: number;
                        /**
                         * Format: sats
                         * @description Buyer's marketplace fee.
                         * @example 1500
                         */
                        buyerMarketplaceFeeSats: Sats;
                        /**
                         * @description Seller's royalty, basis points.
                         * @example 150
                         */
                        sellerCreatorRoyaltyBps: number;
                        /**
                         * Format: sats
                         * @description Seller's royalty.
                         * @example 1500
                         */
                        sellerCreatorRoyaltySats: Sats;
                        /**
                         * @description Buyer's royalty, basis points.
                         * @example 150
                         */
                        buyerCreatorRoyaltyBps: number;
                        /**
                         * Format: sats
                         * @description Buyer's royalty.
                         * @example 1500
                         */
                        buyerCreatorRoyaltySats: Sats;
                        /**
                         * Format: sats
                         * @description What the seller nets, without postage and network fee.
                         * @example 1500
                         */
                        sellerReceiveSats: Sats;
                        /**
                         * Format: sats
                         * @description What the buyer pays, without postage and network fee.
                         * @example 1500
                         */
                        buyerPayTotalSats: Sats;
                        /**
                         * Format: sats
                         * @description Both marketplace fees.
                         * @example 1500
                         */
                        marketplaceRevenueSats: Sats;
                        /**
                         * Format: sats
                         * @description Both royalties.
                         * @example 1500
                         */
                        creatorRevenueSats: Sats;
                        /**
                         * Format: uuid
                         * @description Anchor reserved for this counter; send back at submit.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        anchorUtxoId: string;
                        /** @description Current fee rate in sat/vB. */
                        targetFeeRateSatVb: number;
                        /**
                         * Format: sats
                         * @description Network fee that the buyer would pay at that rate.
                         * @example 1500
                         */
                        estimatedNetworkFeeSats: Sats;
                        /**
                         * @description Id of the transfer.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedTransferTxid: string;
                        /**
                         * @description Id of the settlement as the seller signs it, before the buyer adds an input.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /** @description Step 0 the transfer (DEFAULT), step 1 the settlement, step 2 the recovery (both ALL|ANYONECANPAY). */
                        steps: components["schemas"]["PsbtStep"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCounterOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "priceSats": 100000,
                 *       "validityHours": 6,
                 *       "anchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "expectedTransferTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "signedSteps": [
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         },
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         },
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * Format: int64
                     * @description A multiple of 1,000, at least 1,000 above the buyer's offer.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                    /**
                     * Format: uuid
                     * @description As returned by the preflight.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    anchorUtxoId: string;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedTransferTxid: string;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedSettlementTxid: string;
                    /** @description All three steps, signed. */
                    signedSteps: components["schemas"]["SignedStep"][];
                };
            };
        };
        responses: {
            /** @description Create a counter from signed PSBTs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "parentOfferId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "active"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The counter.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * Format: uuid
                         * @description The buyer's offer that it counters.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        parentOfferId: string;
                        /**
                         * @description Always `active`.
                         * @enum {string}
                         */
                        status: "active";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    rejectCounterOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                };
            };
        };
        responses: {
            /** @description Decline a counter received. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "active"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description State of the offer.
                         * @enum {string}
                         */
                        status: "active" | "accepted" | "rejected" | "cancelled" | "expired" | "invalidated";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCounterOfferAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Build the PSBTs of a counter's acceptance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "selectedPaymentUtxos": [
                     *         {
                     *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "vout": 0,
                     *           "valueSats": 100000
                     *         }
                     *       ],
                     *       "targetFeeRateSatVb": 0,
                     *       "estimatedNetworkFeeSats": 1500,
                     *       "listingTransfer": "020000000156944c5d3f98413ef45cf54545538103cc9f298e0575820ad3591376e2e0f65d0000000000fdffffff01b882010000000000160014751e76e8199196d454941c45d1b3a323f1433bd600000000",
                     *       "expectedFundingTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "steps": [
                     *         {
                     *           "stepIndex": 0,
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The counter.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /** @description Coins that pay; send back at submit. */
                        selectedPaymentUtxos: components["schemas"]["Utxo"][];
                        /** @description Fee rate of the package, sat/vB. */
                        targetFeeRateSatVb: number;
                        /**
                         * Format: sats
                         * @description Network fee that the buyer pays.
                         * @example 1500
                         */
                        estimatedNetworkFeeSats: Sats;
                        /**
                         * @description The transfer whose passthrough the settlement spends. Raw hex without signatures; its hash is the txid.
                         * @example 020000000156944c5d3f98413ef45cf54545538103cc9f298e0575820ad3591376e2e0f65d0000000000fdffffff01b882010000000000160014751e76e8199196d454941c45d1b3a323f1433bd600000000
                         */
                        listingTransfer: string;
                        /**
                         * @description Id of the transaction that makes a coin of exactly the amount due.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedFundingTxid: string;
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /** @description Step 0 the funding, step 1 the settlement. */
                        steps: components["schemas"]["PsbtStep"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCounterOfferAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                id: string;
                /**
                 * @description The offer or counter.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "selectedPaymentUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ],
                 *       "expectedFundingTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "signedSteps": [
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         },
                 *         {
                 *           "stepIndex": 0,
                 *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "inputsToSign": [
                 *             {
                 *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *               "disableTweakSigner": false,
                 *               "signingIndexes": [
                 *                 0
                 *               ],
                 *               "sigHash": 0
                 *             }
                 *           ],
                 *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos: components["schemas"]["UtxoSent"][];
                    /** @description Exactly those of the preflight. */
                    selectedPaymentUtxos: components["schemas"]["UtxoSent"][];
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedFundingTxid: string;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedSettlementTxid: string;
                    /** @description Both steps, signed. */
                    signedSteps: components["schemas"]["SignedStep"][];
                };
            };
        };
        responses: {
            /** @description Settle a counter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "payoutTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "status": "accepted"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        settlementTxid: string;
                        /**
                         * @description Id of the payout, or null.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        payoutTxid: string | null;
                        /**
                         * @description Always `accepted`.
                         * @enum {string}
                         */
                        status: "accepted";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listMyOffers: {
        parameters: {
            query?: {
                /** @description Offers received, offers sent, or what happened. */
                view?: "owned" | "sent" | "history";
                /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "view": "owned",
                     *       "groups": [
                     *         {
                     *           "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *           "inscriptionNumber": "70000123",
                     *           "inscriptionTitle": "text",
                     *           "collectionName": "text",
                     *           "collectionSlug": "quiet-mice",
                     *           "collectionVerified": false,
                     *           "contentType": "image",
                     *           "ownerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "actionBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "topOfferSats": 1500,
                     *           "activeOfferCount": 0,
                     *           "activeCounterCount": 0,
                     *           "earliestExpiresAt": "2026-11-20T12:00:00.000Z",
                     *           "offers": [
                     *             {
                     *               "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "parentOfferId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "kind": "buyer_offer",
                     *               "status": "active",
                     *               "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *               "buyerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "createdAt": "2026-11-20T12:00:00.000Z",
                     *               "expiresAt": "2026-11-20T12:00:00.000Z",
                     *               "floorSats": 1500,
                     *               "topOfferSats": 1500,
                     *               "priceSats": 100000,
                     *               "inscriptionUtxoValueSats": 1500,
                     *               "sellerMarketplaceFeeBps": 150,
                     *               "sellerMarketplaceFeeSats": 1500,
                     *               "buyerMarketplaceFeeBps": 150,
                     *               "buyerMarketplaceFeeSats": 1500,
                     *               "sellerCreatorRoyaltyBps": 150,
                     *               "sellerCreatorRoyaltySats": 1500,
                     *               "buyerCreatorRoyaltyBps": 150,
                     *               "buyerCreatorRoyaltySats": 1500,
                     *               "sellerReceiveSats": 1500,
                     *               "buyerPayTotalSats": 1500,
                     *               "marketplaceRevenueSats": 1500,
                     *               "creatorRevenueSats": 1500,
                     *               "inscriptionNumber": "70000123",
                     *               "inscriptionTitle": "text",
                     *               "collectionName": "text",
                     *               "side": "received",
                     *               "actionKind": "seller_received_buyer_offer",
                     *               "actionBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "contentType": "image",
                     *               "collectionSlug": "quiet-mice",
                     *               "collectionVerified": false
                     *             }
                     *           ],
                     *           "sentCounters": [
                     *             {
                     *               "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "parentOfferId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "kind": "buyer_offer",
                     *               "status": "active",
                     *               "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *               "buyerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "sellerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "createdAt": "2026-11-20T12:00:00.000Z",
                     *               "expiresAt": "2026-11-20T12:00:00.000Z",
                     *               "floorSats": 1500,
                     *               "topOfferSats": 1500,
                     *               "priceSats": 100000,
                     *               "inscriptionUtxoValueSats": 1500,
                     *               "sellerMarketplaceFeeBps": 150,
                     *               "sellerMarketplaceFeeSats": 1500,
                     *               "buyerMarketplaceFeeBps": 150,
                     *               "buyerMarketplaceFeeSats": 1500,
                     *               "sellerCreatorRoyaltyBps": 150,
                     *               "sellerCreatorRoyaltySats": 1500,
                     *               "buyerCreatorRoyaltyBps": 150,
                     *               "buyerCreatorRoyaltySats": 1500,
                     *               "sellerReceiveSats": 1500,
                     *               "buyerPayTotalSats": 1500,
                     *               "marketplaceRevenueSats": 1500,
                     *               "creatorRevenueSats": 1500,
                     *               "inscriptionNumber": "70000123",
                     *               "inscriptionTitle": "text",
                     *               "collectionName": "text",
                     *               "side": "received",
                     *               "actionKind": "seller_received_buyer_offer",
                     *               "actionBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *               "contentType": "image",
                     *               "collectionSlug": "quiet-mice",
                     *               "collectionVerified": false
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "actionableCount": 0,
                     *       "ownedCount": 0,
                     *       "sentCount": 0,
                     *       "hasMore": false,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The view asked for.
                         * @enum {string}
                         */
                        view: "owned";
                        /** @description One per inscription of the caller's that has offers. */
                        groups: components["schemas"]["MyOfferGroup"][];
                        /**
                         * Format: int64
                         * @description Offers and counters that the caller can respond to.
                         */
                        actionableCount: number;
                        /**
                         * Format: int64
                         * @description Active offers received and counters sent.
                         */
                        ownedCount: number;
                        /**
                         * Format: int64
                         * @description Active offers sent and counters received.
                         */
                        sentCount: number;
                        /** @description True when another page follows. */
                        hasMore: boolean;
                        /** @description Send as `cursor` for the next page. */
                        nextCursor: string | null;
                    } | {
                        /**
                         * @description The view asked for.
                         * @enum {string}
                         */
                        view: "sent";
                        /** @description The caller's own offers, and the counters received on them. */
                        rows: components["schemas"]["MySentOffer"][];
                        /**
                         * Format: int64
                         * @description Offers and counters that the caller can respond to.
                         */
                        actionableCount: number;
                        /**
                         * Format: int64
                         * @description Active offers received and counters sent.
                         */
                        ownedCount: number;
                        /**
                         * Format: int64
                         * @description Active offers sent and counters received.
                         */
                        sentCount: number;
                        /** @description True when another page follows. */
                        hasMore: boolean;
                        /** @description Send as `cursor` for the next page. */
                        nextCursor: string | null;
                    } | {
                        /**
                         * @description The view asked for.
                         * @enum {string}
                         */
                        view: "history";
                        /** @description What happened to offers, newest first. */
                        events: components["schemas"]["OfferEvent"][];
                        /**
                         * Format: int64
                         * @description Offers and counters that the caller can respond to.
                         */
                        actionableCount: number;
                        /**
                         * Format: int64
                         * @description Active offers received and counters sent.
                         */
                        ownedCount: number;
                        /**
                         * Format: int64
                         * @description Active offers sent and counters received.
                         */
                        sentCount: number;
                        /** @description True when another page follows. */
                        hasMore: boolean;
                        /** @description Send as `cursor` for the next page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listCollectionOfferBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active collection offers, by price. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "target": {
                     *             "kind": "all"
                     *           },
                     *           "scopeLabel": "text",
                     *           "priceSats": 100000,
                     *           "eligibleCount": 0,
                     *           "makerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "expiresAt": "2026-11-20T12:00:00.000Z",
                     *           "createdAt": "2026-11-20T12:00:00.000Z",
                     *           "totalSats": 100000,
                     *           "status": "active",
                     *           "actionBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "sampleInscription": {
                     *             "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *             "previewContentType": "text",
                     *             "image": "text",
                     *             "imageRenderingHint": "auto"
                     *           }
                     *         }
                     *       ],
                     *       "totalCount": 0,
                     *       "collectionOfferCount": 0,
                     *       "traitOfferCount": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Highest price first; the best 1,000. */
                        rows: components["schemas"]["CollectionOfferRow"][];
                        /**
                         * Format: int64
                         * @description Active offers.
                         */
                        totalCount: number;
                        /**
                         * Format: int64
                         * @description Active offers for the whole collection.
                         */
                        collectionOfferCount: number;
                        /**
                         * Format: int64
                         * @description Active offers for traits.
                         */
                        traitOfferCount: number;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listMySentCollectionOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's active collection offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "id": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "target": {
                     *             "kind": "all"
                     *           },
                     *           "scopeLabel": "text",
                     *           "priceSats": 100000,
                     *           "eligibleCount": 0,
                     *           "makerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "expiresAt": "2026-11-20T12:00:00.000Z",
                     *           "createdAt": "2026-11-20T12:00:00.000Z",
                     *           "totalSats": 100000,
                     *           "status": "active",
                     *           "actionBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "sampleInscription": {
                     *             "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *             "previewContentType": "text",
                     *             "image": "text",
                     *             "imageRenderingHint": "auto"
                     *           }
                     *         }
                     *       ],
                     *       "totalCount": 0,
                     *       "collectionOfferCount": 0,
                     *       "traitOfferCount": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Highest price first; the best 1,000. */
                        rows: components["schemas"]["CollectionOfferRow"][];
                        /**
                         * Format: int64
                         * @description Active offers.
                         */
                        totalCount: number;
                        /**
                         * Format: int64
                         * @description Active offers for the whole collection.
                         */
                        collectionOfferCount: number;
                        /**
                         * Format: int64
                         * @description Active offers for traits.
                         */
                        traitOfferCount: number;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    previewCollectionOfferTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target": {
                 *         "kind": "all"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What the offer is for. */
                    target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                };
            };
        };
        responses: {
            /** @description Preview the inscriptions and prices of a target. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "target": {
                     *         "kind": "all"
                     *       },
                     *       "eligibleCount": 0,
                     *       "floorSats": 100000,
                     *       "collectionFloorSats": 100000,
                     *       "sampleInscription": {
                     *         "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *         "previewContentType": "text",
                     *         "image": "text",
                     *         "imageRenderingHint": "auto"
                     *       },
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "previewContentType": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description What the offer is for. */
                        target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                        /**
                         * Format: int64
                         * @description Inscriptions in the target now; 0 when no member meets it.
                         */
                        eligibleCount: number;
                        /**
                         * Format: sats
                         * @description Lowest listing price in the target.
                         * @example 100000
                         */
                        floorSats: Sats | null;
                        /**
                         * Format: sats
                         * @description Lowest listing price in the collection.
                         * @example 100000
                         */
                        collectionFloorSats: Sats | null;
                        sampleInscription: components["schemas"]["SampleInscription"];
                        /**
                         * @description The oldest inscription of the target; null when no member meets it.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string | null;
                        /** @description Its MIME type. */
                        previewContentType: string | null;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    previewCollectionOfferReplacementWarning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "target": {
                 *         "kind": "all"
                 *       },
                 *       "priceSats": 100000,
                 *       "offerCount": 1,
                 *       "ladderStepSats": 0,
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /** @description What the offer is for. */
                    target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                    /**
                     * Format: int64
                     * @description At least 10,000 and a multiple of 5,000.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description How many offers to make.
                     * @default 1
                     */
                    offerCount?: number;
                    /**
                     * @description Each further offer is priced lower by this amount.
                     * @default 0
                     */
                    ladderStepSats?: number;
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Whether these coins would replace the caller's offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replacementWarning": {
                     *         "activeOfferCount": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        replacementWarning: components["schemas"]["ReplacementWarning"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCollectionWideOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "target": {
                 *         "kind": "all"
                 *       },
                 *       "priceSats": 100000,
                 *       "offerCount": 1,
                 *       "ladderStepSats": 0,
                 *       "validityHours": 6,
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description What the offer is for. */
                    target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                    /**
                     * Format: int64
                     * @description At least 10,000 and a multiple of 5,000.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description How many offers to make.
                     * @default 1
                     */
                    offerCount?: number;
                    /**
                     * @description Each further offer is priced lower by this amount.
                     * @default 0
                     */
                    ladderStepSats?: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Build the funding parents of new collection offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "criteriaCanonicalJson": "text",
                     *       "offerCriteriaHash": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *       "eligibleRoot": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *       "eligibleCount": 0,
                     *       "buyerReceiveScriptHex": "0014751e76e8199196d454941c45d1b3a323f1433bd6",
                     *       "offers": [
                     *         {
                     *           "criteriaCanonicalJson": "text",
                     *           "offerCriteriaHash": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *           "eligibleRoot": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *           "eligibleCount": 0,
                     *           "buyerReceiveScriptHex": "0014751e76e8199196d454941c45d1b3a323f1433bd6",
                     *           "priceSats": 100000,
                     *           "offerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "offerScriptHex": "0014751e76e8199196d454941c45d1b3a323f1433bd6",
                     *           "offerTermsHash": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *           "offerAuthSecretHash": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
                     *           "buyerPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *           "signerPublicKeys": {
                     *             "market": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *             "gate": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *             "policy": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
                     *           },
                     *           "expiresAt": "2026-11-20T12:00:00.000Z",
                     *           "expiresAtUnix": 0,
                     *           "selectedPaymentUtxos": [
                     *             {
                     *               "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *               "vout": 0,
                     *               "valueSats": 100000
                     *             }
                     *           ],
                     *           "fundingParentFeeRateSatVb": 0,
                     *           "fundingBroadcasted": false,
                     *           "expectedFundingParentTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "fundingParentVout": 0,
                     *           "preflightToken": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "fundingParentStep": {
                     *             "stepIndex": 0,
                     *             "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *             "inputsToSign": [
                     *               {
                     *                 "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *                 "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *                 "disableTweakSigner": false,
                     *                 "signingIndexes": [
                     *                   0
                     *                 ],
                     *                 "sigHash": 0
                     *               }
                     *             ],
                     *             "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *           },
                     *           "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "inputsToSign": [
                     *             {
                     *               "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *               "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *               "disableTweakSigner": false,
                     *               "signingIndexes": [
                     *                 0
                     *               ],
                     *               "sigHash": 0
                     *             }
                     *           ],
                     *           "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Collection, height and target in canonical JSON. */
                        criteriaCanonicalJson: string;
                        /**
                         * @description Tagged hash of the canonical JSON.
                         * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                         */
                        offerCriteriaHash: string;
                        /**
                         * @description Root of the eligible set.
                         * @example 9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                         */
                        eligibleRoot: string;
                        /**
                         * Format: int64
                         * @description Size of the eligible set.
                         */
                        eligibleCount: number;
                        /**
                         * @description Script that gets the inscription.
                         * @example 0014751e76e8199196d454941c45d1b3a323f1433bd6
                         */
                        buyerReceiveScriptHex: string;
                        /** @description One per requested offer. */
                        offers: components["schemas"]["PromisedCollectionOffer"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCollectionWideOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "paymentPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "target": {
                 *         "kind": "all"
                 *       },
                 *       "priceSats": 100000,
                 *       "offerCount": 1,
                 *       "ladderStepSats": 0,
                 *       "validityHours": 6,
                 *       "offers": [
                 *         {
                 *           "selectedPaymentUtxos": [
                 *             {
                 *               "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *               "vout": 0,
                 *               "valueSats": 100000
                 *             }
                 *           ],
                 *           "expectedFundingParentTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "signedFundingParentStep": {
                 *             "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *             "inputsToSign": [
                 *               {
                 *                 "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *                 "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *                 "disableTweakSigner": false,
                 *                 "signingIndexes": [
                 *                   0
                 *                 ],
                 *                 "sigHash": 0
                 *               }
                 *             ],
                 *             "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *           }
                 *         }
                 *       ],
                 *       "spendableUtxos": [
                 *         {
                 *           "txid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *           "vout": 0,
                 *           "valueSats": 100000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * @description Key of the payment address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    paymentPublicKey: string;
                    /** @description What the offer is for. */
                    target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                    /**
                     * Format: int64
                     * @description At least 10,000 and a multiple of 5,000.
                     * @example 100000
                     */
                    priceSats: number;
                    /**
                     * @description How many offers to make.
                     * @default 1
                     */
                    offerCount?: number;
                    /**
                     * @description Each further offer is priced lower by this amount.
                     * @default 0
                     */
                    ladderStepSats?: number;
                    /**
                     * @description Hours until it expires.
                     * @default 168
                     * @enum {integer}
                     */
                    validityHours?: 6 | 12 | 24 | 168 | 720 | 2160;
                    /** @description The offers of the preflight, signed. */
                    offers: {
                        /** @description Coins that fund the offer; send back at submit. */
                        selectedPaymentUtxos: components["schemas"]["UtxoSent"][];
                        /**
                         * @description As returned by the preflight.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedFundingParentTxid: string;
                        signedFundingParentStep: components["schemas"]["SignedPsbt"];
                    }[];
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Make collection offers from signed funding parents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "active",
                     *       "offers": [
                     *         {
                     *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "status": "active",
                     *           "priceSats": 100000,
                     *           "fundingParentTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *           "fundingParentVout": 0,
                     *           "fundingParentFeeRateSatVb": 0,
                     *           "fundingBroadcasted": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `active`.
                         * @enum {string}
                         */
                        status: "active";
                        /** @description In the order of the request. */
                        offers: {
                            /**
                             * Format: uuid
                             * @description The offer.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            offerId: string;
                            /**
                             * @description Always `active`.
                             * @enum {string}
                             */
                            status: "active";
                            /**
                             * Format: sats
                             * @description Its price.
                             * @example 100000
                             */
                            priceSats: Sats;
                            /**
                             * @description Id of its funding parent.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                             */
                            fundingParentTxid: string;
                            /**
                             * Format: int64
                             * @description Index of the offer output.
                             */
                            fundingParentVout: number;
                            /** @description Always 0. */
                            fundingParentFeeRateSatVb: number;
                            /** @description Always false. */
                            fundingBroadcasted: boolean;
                        }[];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    cancelCollectionWideOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
                /**
                 * @description The collection offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                };
            };
        };
        responses: {
            /** @description Cancel one of the caller's collection offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "cancelled"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description Always `cancelled`.
                         * @enum {string}
                         */
                        status: "cancelled";
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCollectionOfferFill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
                /**
                 * @description The collection offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * Format: uuid
                     * @description As in the path.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    offerId?: string;
                    /**
                     * @description What is sold.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                     */
                    inscriptionId: string;
                };
            };
        };
        responses: {
            /** @description Build the settlement of a fill. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                     *       "priceSats": 100000,
                     *       "sellerReceiveSats": 97500,
                     *       "inscriptionUtxoValueSats": 10000,
                     *       "marketplaceFeeSats": 2500,
                     *       "creatorRoyaltySats": 1500,
                     *       "estimatedNetworkFeeSats": 1200,
                     *       "targetFeeRateSatVb": 0,
                     *       "belowTopOfferWarning": {
                     *         "selectedOffer": {
                     *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "priceSats": 100000
                     *         },
                     *         "topOffer": {
                     *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *           "priceSats": 100000
                     *         }
                     *       },
                     *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                     *       "admissionAnchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "sellerStep": {
                     *         "stepIndex": 0,
                     *         "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *         "inputsToSign": [
                     *           {
                     *             "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *             "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *             "disableTweakSigner": false,
                     *             "signingIndexes": [
                     *               0
                     *             ],
                     *             "sigHash": 0
                     *           }
                     *         ],
                     *         "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *       },
                     *       "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *       "inputsToSign": [
                     *         {
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                     *           "disableTweakSigner": false,
                     *           "signingIndexes": [
                     *             0
                     *           ],
                     *           "sigHash": 0
                     *         }
                     *       ],
                     *       "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * @description What is sold.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * Format: sats
                         * @description The price of the offer.
                         * @example 100000
                         */
                        priceSats: Sats;
                        /**
                         * Format: sats
                         * @description The price less `marketplaceFeeSats` and `creatorRoyaltySats`: 97,500 of 100,000 with a fee of 2,500. The seller's output pays `sellerReceiveSats - estimatedNetworkFeeSats`: 96,300 with a network fee of 1,200.
                         * @example 97500
                         */
                        sellerReceiveSats: Sats;
                        /**
                         * Format: sats
                         * @description Postage: the value of the seller's own output, which goes to the buyer with the inscription. It is not part of `sellerReceiveSats`, and nothing is paid for it.
                         * @example 10000
                         */
                        inscriptionUtxoValueSats: Sats;
                        /**
                         * Format: sats
                         * @description The marketplace's fee, out of the price: by default the seller's and the buyer's shares together, 250 bps.
                         * @example 2500
                         */
                        marketplaceFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description The creator's royalty.
                         * @example 1500
                         */
                        creatorRoyaltySats: Sats;
                        /**
                         * Format: sats
                         * @description Network fee of the package, funding parent and settlement together. The seller pays it out of `sellerReceiveSats`.
                         * @example 1200
                         */
                        estimatedNetworkFeeSats: Sats;
                        /** @description Fee rate of the package in sat/vB. */
                        targetFeeRateSatVb: number;
                        belowTopOfferWarning: components["schemas"]["BelowTopOffer"];
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        expectedSettlementTxid: string;
                        /**
                         * Format: uuid
                         * @description Admission coin reserved for this fill; send back at submit.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        admissionAnchorUtxoId: string;
                        sellerStep: components["schemas"]["PsbtStep"];
                        /**
                         * @description Address of the wallet that signs.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        signerAddress: string;
                        /** @description Inputs to sign; send back as received, or not at all. */
                        inputsToSign: components["schemas"]["InputToSign"][];
                        /**
                         * @description The PSBT, unsigned.
                         * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
                         */
                        psbtBase64: string;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCollectionOfferFill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                slug: string;
                /**
                 * @description The collection offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletBindingId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "ordinalsPublicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "inscriptionId": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0",
                 *       "expectedSettlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
                 *       "admissionAnchorUtxoId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *       "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *       "inputsToSign": [
                 *         {
                 *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *           "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *           "disableTweakSigner": false,
                 *           "signingIndexes": [
                 *             0
                 *           ],
                 *           "sigHash": 0
                 *         }
                 *       ],
                 *       "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==",
                 *       "signedSellerStep": {
                 *         "signerAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *         "inputsToSign": [
                 *           {
                 *             "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *             "publicKey": "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                 *             "disableTweakSigner": false,
                 *             "signingIndexes": [
                 *               0
                 *             ],
                 *             "sigHash": 0
                 *           }
                 *         ],
                 *         "psbtBase64": "cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA=="
                 *       },
                 *       "belowTopOfferConfirmation": {
                 *         "selectedOffer": {
                 *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *           "priceSats": 100000
                 *         },
                 *         "topOffer": {
                 *           "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                 *           "priceSats": 100000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of the caller's `walletBindings` (POST /auth/verify, GET /me).
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    walletBindingId: string;
                    /**
                     * @description Key of the ordinals address. x-only (64 hex) or compressed (66 hex), lowercase.
                     * @example 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
                     */
                    ordinalsPublicKey: string;
                    /**
                     * Format: uuid
                     * @description As in the path.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    offerId?: string;
                    /**
                     * @description What is sold.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                     */
                    inscriptionId: string;
                    /**
                     * @description As returned by the preflight.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                     */
                    expectedSettlementTxid: string;
                    /**
                     * Format: uuid
                     * @description As returned by the preflight.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    admissionAnchorUtxoId: string;
                    /**
                     * @description Address of the wallet that signs.
                     * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                     */
                    signerAddress?: string;
                    /** @description Inputs to sign; send back as received, or not at all. */
                    inputsToSign?: components["schemas"]["InputToSign"][];
                    /**
                     * @description The signed PSBT.
                     * @example cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==
                     */
                    psbtBase64?: string;
                    signedSellerStep?: components["schemas"]["SignedPsbt"];
                    belowTopOfferConfirmation?: components["schemas"]["BelowTopOfferSent"];
                };
            };
        };
        responses: {
            /** @description Settle a signed fill. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Trade-Id": components["headers"]["X-Trade-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offerId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "fillAttemptId": "3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11",
                     *       "status": "broadcast",
                     *       "settlementTxid": "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The offer.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        offerId: string;
                        /**
                         * Format: uuid
                         * @description This fill.
                         * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                         */
                        fillAttemptId: string;
                        /**
                         * @description `accepted` once it is in a block.
                         * @enum {string}
                         */
                        status: "broadcast" | "accepted";
                        /**
                         * @description Id of the settlement.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                         */
                        settlementTxid: string;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
