// Generated from the routes by `npm run generate`. Do not edit.

import type { Sats } from '../responses/sats.ts';

export interface paths {
    "/api/v1/auth/challenge": {
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
         * @description A challenge can be used once and expires after five minutes. No bearer token.
         */
        post: operations["createChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify": {
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
         * @description The payment address must hold the funding requirement in confirmed coins. Only a successful verify consumes the challenges. No bearer token.
         */
        post: operations["verifyChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Profile and wallet bindings of the caller */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active, buyable listings */
        get: operations["listListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Confirmed sales, newest first */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection-stats/floors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Floor statistics of several collections */
        get: operations["getCollectionFloors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/inscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Inscriptions of a collection */
        get: operations["listCollectionInscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/listings/preflight": {
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
         * @description Returns a transfer and a sale per item, and one recovery for all. Reserves an anchor per item for a while.
         */
        post: operations["preflightListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/listings/submit": {
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
    "/api/v1/collection/{slug}/listings/delist": {
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
        post: operations["delistListings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/listings/{listingId}/take-back/preflight": {
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
    "/api/v1/collection/{slug}/listings/{listingId}/take-back/submit": {
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
    "/api/v1/collection/{slug}/purchases/preflight": {
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
    "/api/v1/collection/{slug}/purchases/submit": {
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
    "/api/v1/collection/{slug}/offers/preflight": {
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
        post: operations["preflightOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/offers/submit": {
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
        post: operations["submitOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active offers on an inscription */
        get: operations["listInscriptionOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every offer on an inscription */
        get: operations["listInscriptionOfferHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/cancel": {
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
    "/api/v1/inscriptions/{id}/offers/{offerId}/reject": {
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
    "/api/v1/inscriptions/{id}/offers/{offerId}/accept/preflight": {
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
        post: operations["preflightAcceptOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/accept/submit": {
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
        post: operations["submitAcceptOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/counter/preflight": {
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
        post: operations["preflightCounter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/counter/submit": {
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
        post: operations["submitCounter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/counter/reject": {
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
        post: operations["rejectCounter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/counter/accept/preflight": {
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
        post: operations["preflightAcceptCounter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inscriptions/{id}/offers/{offerId}/counter/accept/submit": {
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
        post: operations["submitAcceptCounter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/offers": {
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
    "/api/v1/collection/{slug}/collection-offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active collection offers, by price */
        get: operations["listCollectionOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/my/sent-collection-offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's active collection offers */
        get: operations["listSentCollectionOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/target-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the inscriptions and prices of a target */
        post: operations["previewCollectionOfferTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/replacement-warning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether these coins would replace the caller's offers */
        post: operations["warnOfReplacement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/preflight": {
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
        post: operations["preflightCollectionOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/submit": {
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
        post: operations["submitCollectionOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/{offerId}/cancel": {
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
        post: operations["cancelCollectionOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/{offerId}/fill/preflight": {
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
        post: operations["preflightFill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/collection/{slug}/collection-offers/{offerId}/fill/submit": {
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
        post: operations["submitFill"];
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
            /** @description Number of its sat, when known. */
            sat: number | null;
            /**
             * @description Transaction of the output that holds it.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            locationTxid: string | null;
            /** @description Index of that output. */
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
            /** @description Height of the confirming block. */
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
             * @description Lowest buyable price in sats; null without a listing.
             * @example 1500
             */
            floor: number | null;
            /** @description Buyable listings. */
            listedCount: number;
            /** @description Distinct addresses that hold a member. */
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
            /** @description Members of the collection with this trait. */
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
            /** @description Number of its sat, when known. */
            sat: number | null;
            /**
             * @description Transaction of the output that holds it.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            locationTxid: string | null;
            /** @description Index of that output. */
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
            /** @description Inputs to sign; send back as received. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT: unsigned in a preflight, signed in a submit.
             * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
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
            /** @description Inputs to sign; send back as received. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT: unsigned in a preflight, signed in a submit.
             * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
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
            /** @description Inputs to sign; send back as received. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT: unsigned in a preflight, signed in a submit.
             * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
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
            /** @description Index of the output. */
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
             * @example 1500
             */
            priceSats: Sats;
            /**
             * Format: sats
             * @description Value carried by the inscription, paid on top of the price.
             * @example 1500
             */
            inscriptionUtxoValueSats: Sats;
            /**
             * Format: sats
             * @description The seller's marketplace fee.
             * @example 1500
             */
            listingFeeSats: Sats;
            /** @description The buyer's fee in basis points. */
            buyerFeeBps: number;
            /**
             * Format: sats
             * @description The buyer's marketplace fee.
             * @example 1500
             */
            buyerFeeSats: Sats;
            /**
             * Format: sats
             * @description The seller's royalty.
             * @example 1500
             */
            sellerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description The buyer's royalty.
             * @example 1500
             */
            buyerCreatorRoyaltySats: Sats;
            /**
             * Format: sats
             * @description What the seller receives.
             * @example 1500
             */
            sellerReceiveSats: Sats;
            /**
             * Format: sats
             * @description What the buyer pays for the item, without postage and network fee.
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
            /** @description Active offers received. */
            activeOfferCount: number;
            /** @description Active counters sent. */
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
            /**
             * @description Inscription number, as text.
             * @example 70000123
             */
            inscriptionNumber: string;
            /** @description Title, or null. */
            inscriptionTitle: string | null;
            /** @description Name of its collection. */
            collectionName: string | null;
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
             * @description The inscription of the target with the lowest number.
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
            /** @description Inscriptions that may fill it. */
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
            /** @description Active offers that would be replaced. */
            activeOfferCount: number;
        } | null;
        /** @description X-only keys of the signers in the leaf. */
        OfferSignerKeys: {
            /** @description Market key. */
            market: string;
            /** @description Gate key. */
            gate: string;
            /** @description Policy key. */
            policy: string;
        };
        /** @description Terms of one offer and the PSBT that makes it. */
        PromisedCollectionOffer: {
            /** @description Collection, height and target in canonical JSON. */
            criteriaCanonicalJson: string;
            /** @description Tagged hash of the canonical JSON. */
            offerCriteriaHash: string;
            /** @description Root of the eligible set. */
            eligibleRoot: string;
            /** @description Size of the eligible set. */
            eligibleCount: number;
            /** @description Script that gets the inscription. */
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
            /** @description The leaf of the offer output. */
            offerScriptHex: string;
            /** @description Hash in the leaf of price, expiry, receive script, root and criteria. */
            offerTermsHash: string;
            /** @description SHA-256 of a secret that a fill must reveal. */
            offerAuthSecretHash: string;
            /** @description The buyer's x-only internal key. Its key path takes the money back. */
            buyerPublicKey: string;
            signerPublicKeys: components["schemas"]["OfferSignerKeys"];
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description `expiresAt` in Unix seconds, as hashed. */
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
            /** @description Index of the offer output. */
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
            /** @description Inputs to sign; send back as received. */
            inputsToSign: components["schemas"]["InputToSign"][];
            /**
             * @description The PSBT: unsigned in a preflight, signed in a submit.
             * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
             */
            psbtBase64: string;
        };
        /** @description Another active offer pays more for the same inscription. */
        BelowTopOffer: {
            /** @description The offer asked for. */
            selectedOffer: {
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
            /** @description The highest offer. */
            topOffer: {
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
        } | null;
        /** @description A coin. */
        UtxoSent: {
            /**
             * @description Transaction that made the coin.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            txid: string;
            /** @description Index of the output. */
            vout: number;
            /**
             * @description Value in sats.
             * @example 100000
             */
            valueSats: number;
        };
        /** @description Another active offer pays more for the same inscription. */
        BelowTopOfferSent: {
            /** @description The offer asked for. */
            selectedOffer: {
                /**
                 * Format: uuid
                 * @description The offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
                /**
                 * @description Its price.
                 * @example 100000
                 */
                priceSats: number;
            };
            /** @description The highest offer. */
            topOffer: {
                /**
                 * Format: uuid
                 * @description The offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                offerId: string;
                /**
                 * @description Its price.
                 * @example 100000
                 */
                priceSats: number;
            };
        } | null;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    verifyChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                        /** @description BIP-322 simple signature of the message: the witness, hex encoded. */
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Challenge expired; start a fresh one. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getCollectionFloors: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
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
                         * @description Asking price in sats; at least the operator's minimum.
                         * @example 100000
                         */
                        priceSats: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
                            signerAddress: string;
                            /** @description Inputs to sign; send back as received. */
                            inputsToSign: components["schemas"]["InputToSign"][];
                            /**
                             * @description The PSBT: unsigned in a preflight, signed in a submit.
                             * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
                             */
                            psbtBase64: string;
                            /**
                             * @description Inscription of this step.
                             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                             */
                            inscriptionId?: string;
                        }[];
                    }[];
                    signedRecoveryPsbt: components["schemas"]["UnnumberedStep"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    delistListings: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
                    signedSteps: components["schemas"]["PsbtStep"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                         * @description Network fee of the package.
                         * @example 1500
                         */
                        estimatedNetworkFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description Part of the network fee that raises the transfers to the target fee rate.
                         * @example 1500
                         */
                        cpfpFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description The transfers' own fees, refunded by the buyer.
                         * @example 1500
                         */
                        listingTransferFeeSats: Sats;
                        /**
                         * Format: sats
                         * @description What the buyer pays in total, fees and postage included.
                         * @example 1500
                         */
                        totalBuyerCostSats: Sats;
                        donationInitiative: components["schemas"]["DonationInitiative"];
                        /**
                         * Format: sats
                         * @description Donation included in the total; 0 unless requested.
                         * @example 1500
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
                    signedSteps: components["schemas"]["PsbtStep"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightOffers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                             * @description What the buyer pays, without postage and network fee.
                             * @example 1500
                             */
                            buyerPayTotalSats: Sats;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitOffers: {
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
                         * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
                         */
                        psbtBase64?: string;
                        /**
                         * @description Address of the wallet that signs.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        signerAddress?: string;
                        /** @description Inputs to sign; send back as received. */
                        inputsToSign?: components["schemas"]["InputToSign"][];
                        /** @description Instead of the flat step. */
                        signedSteps?: components["schemas"]["PsbtStep"][];
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The inscription.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /**
                         * @description Address that holds it; null when it is not on an address.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        ownerAddress: string | null;
                        /**
                         * Format: sats
                         * @description Highest active offer.
                         * @example 1500
                         */
                        topOfferSats: Sats | null;
                        /** @description Active offers and counters shown. */
                        liveOfferCount: number;
                        /** @description Active offers and counters that expire within 24 hours. */
                        expiringSoonCount: number;
                        /** @description Highest first. Only its buyer and seller see a counter. */
                        offers: components["schemas"]["Offer"][];
                    };
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightAcceptOffer: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitAcceptOffer: {
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
                    /** @description Fee rate of the package, sat/vB: the package is rebuilt at this rate. */
                    targetFeeRateSatVb: number;
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
                    signedSteps: components["schemas"]["PsbtStep"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCounter: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCounter: {
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
                    signedSteps: components["schemas"]["PsbtStep"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    rejectCounter: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightAcceptCounter: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                        /** @description The transfer whose passthrough the settlement spends. Raw hex without signatures; its hash is the txid. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitAcceptCounter: {
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
                    signedSteps: components["schemas"]["PsbtStep"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The view asked for.
                         * @enum {string}
                         */
                        view: "owned";
                        /** @description One per inscription of the caller's that has offers. */
                        groups: components["schemas"]["MyOfferGroup"][];
                        /** @description Offers and counters that the caller can respond to. */
                        actionableCount: number;
                        /** @description Active offers received and counters sent. */
                        ownedCount: number;
                        /** @description Active offers sent and counters received. */
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
                        /** @description Offers and counters that the caller can respond to. */
                        actionableCount: number;
                        /** @description Active offers received and counters sent. */
                        ownedCount: number;
                        /** @description Active offers sent and counters received. */
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
                        /** @description Offers and counters that the caller can respond to. */
                        actionableCount: number;
                        /** @description Active offers received and counters sent. */
                        ownedCount: number;
                        /** @description Active offers sent and counters received. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listCollectionOffers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Highest price first; the best 1,000. */
                        rows: components["schemas"]["CollectionOfferRow"][];
                        /** @description Active offers. */
                        totalCount: number;
                        /** @description Active offers for the whole collection. */
                        collectionOfferCount: number;
                        /** @description Active offers for traits. */
                        traitOfferCount: number;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listSentCollectionOffers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Highest price first; the best 1,000. */
                        rows: components["schemas"]["CollectionOfferRow"][];
                        /** @description Active offers. */
                        totalCount: number;
                        /** @description Active offers for the whole collection. */
                        collectionOfferCount: number;
                        /** @description Active offers for traits. */
                        traitOfferCount: number;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
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
                "application/json": {
                    /** @description What the offer is for. */
                    target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the offer is for. */
                        target: components["schemas"]["TargetAll"] | components["schemas"]["TargetTraits"];
                        /** @description Inscriptions in the target now. */
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
                         * @description The inscription of the target with the lowest number.
                         * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                         */
                        inscriptionId: string;
                        /** @description Its MIME type. */
                        previewContentType: string | null;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    warnOfReplacement: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replacementWarning: components["schemas"]["ReplacementWarning"];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightCollectionOffers: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Collection, height and target in canonical JSON. */
                        criteriaCanonicalJson: string;
                        /** @description Tagged hash of the canonical JSON. */
                        offerCriteriaHash: string;
                        /** @description Root of the eligible set. */
                        eligibleRoot: string;
                        /** @description Size of the eligible set. */
                        eligibleCount: number;
                        /** @description Script that gets the inscription. */
                        buyerReceiveScriptHex: string;
                        /** @description One per requested offer. */
                        offers: components["schemas"]["PromisedCollectionOffer"][];
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitCollectionOffers: {
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
                        signedFundingParentStep: components["schemas"]["UnnumberedStep"];
                    }[];
                    /** @description Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice. */
                    spendableUtxos?: components["schemas"]["UtxoSent"][];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                            /** @description Index of the offer output. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    cancelCollectionOffer: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightFill: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                         * @description What the seller receives: the price less fees, royalty and the value that goes with the inscription.
                         */
                        sellerReceiveSats: Sats;
                        /**
                         * Format: sats
                         * @description Value that goes to the buyer with the inscription; refunded to the seller on top.
                         * @example 1500
                         */
                        inscriptionUtxoValueSats: Sats;
                        /**
                         * Format: sats
                         * @description The marketplace's fee.
                         * @example 1500
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
                         * @description Network fee of the package; the seller pays it out of the price.
                         * @example 1500
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
                        /** @description Inputs to sign; send back as received. */
                        inputsToSign: components["schemas"]["InputToSign"][];
                        /**
                         * @description The PSBT: unsigned in a preflight, signed in a submit.
                         * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
                         */
                        psbtBase64: string;
                    };
                };
            };
            /** @description Invalid parameters or body. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    submitFill: {
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
                    /** @description Inputs to sign; send back as received. */
                    inputsToSign?: components["schemas"]["InputToSign"][];
                    /**
                     * @description The PSBT: unsigned in a preflight, signed in a submit.
                     * @example cHNidP8BAAoCAAAAAAAAAAAAAA==
                     */
                    psbtBase64?: string;
                    signedSellerStep?: components["schemas"]["UnnumberedStep"];
                    belowTopOfferConfirmation?: components["schemas"]["BelowTopOfferSent"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing, invalid or expired bearer token; at sign-in, an invalid signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not allowed: wallet ownership, funding balance or permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such collection, listing, inscription, offer or challenge. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Trading state changed; fetch it again and run the preflight again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Rate limited; wait for `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The node, the index or another part is unreachable; wait and retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
