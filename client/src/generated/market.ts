// Generated from the routes by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly HoldingsParams: {
            /**
             * @description Ordinals address.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            readonly address: string;
        };
        readonly InscriptionParams: {
            /**
             * @description The inscription.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
             */
            readonly inscriptionId: string;
        };
        /**
         * Market
         * @description The market as a whole.
         */
        readonly Market: {
            /**
             * @description Bitcoin network.
             * @enum {string}
             */
            readonly network: "mainnet" | "testnet" | "signet" | "regtest";
            /** @description Domain name of the service, as in its sign-in message. */
            readonly domain: string;
            /** @description Height of the newest block that the service has read. */
            readonly height: number | null;
            /** @description Price of a bitcoin; null: the operator has configured none. */
            readonly usdPerBtc: number | null;
            /** @description Whether collection offers can be made here. */
            readonly takesCollectionOffers: boolean;
        };
        readonly MarketActivity: {
            /** @description The page, newest first. */
            readonly activity: readonly {
                /**
                 * @description A confirmed sale, or a listing that is open now.
                 * @enum {string}
                 */
                readonly kind: "sale" | "listing";
                /** @description Of the sale or the listing. */
                readonly id: string;
                /**
                 * Format: date-time
                 * @description When it was sold or listed.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly at: string;
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /** @description Its title, or a name made of its number. */
                readonly inscriptionName: string;
                /**
                 * @description Its collection.
                 * @example quiet-mice
                 */
                readonly collectionSlug: string | null;
                /** @description Name of the collection. */
                readonly collectionName: string | null;
                /**
                 * @description Price, sats.
                 * @example 1500
                 */
                readonly priceSats: number;
                /**
                 * @description The seller.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly fromAddress: string | null;
                /**
                 * @description The buyer; null for a listing.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly toAddress: string | null;
                /**
                 * @description Of the sale.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly txid: string | null;
            }[];
            /**
             * Pagination
             * @description Position of this page.
             */
            readonly pagination: {
                /**
                 * @description Items in this page.
                 * @example 50
                 */
                readonly pageSize: number;
                /** @description True when another page follows. */
                readonly hasNext: boolean;
                /** @description Send as `cursor` for the next page; null on the last page. */
                readonly nextCursor: string | null;
            };
        };
        readonly MarketActivityQuery: {
            /**
             * @description Items per page.
             * @default 50
             */
            readonly limit?: number;
            /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
            readonly cursor?: string;
            /**
             * @description Only this collection; any case.
             * @example quiet-mice
             */
            readonly collectionSlug?: string;
        };
        /**
         * MarketCollectionPage
         * @description A collection with its statistics and its traits.
         */
        readonly MarketCollectionPage: {
            /**
             * @description Slug of the collection.
             * @example quiet-mice
             */
            readonly slug: string;
            /** @description Name to show. */
            readonly name: string;
            /**
             * @description How membership is decided: children of a parent inscription, or items of a gallery inscription.
             * @enum {string}
             */
            readonly kind: "parent_child" | "gallery";
            /** @description Whether the operator vouches for the collection. */
            readonly verified: boolean;
            /** @description Whether its inscriptions can be traded now. */
            readonly tradingEnabled: boolean;
            /** @description Place among the featured ones, from 1; null: not featured. */
            readonly featuredRank: number | null;
            /** @description Inscriptions. */
            readonly itemCount: number;
            /** @description Addresses that hold at least one. */
            readonly ownerCount: number;
            /** @description Buyable listings; a bundle counts once. */
            readonly listedCount: number;
            /**
             * @description Lowest price, sats.
             * @example 1500
             */
            readonly floorSats: number | null;
            /** @description Change of the floor in a day, percent; null: it had none then, or has none now. */
            readonly oneDayChange: number | null;
            /** @description The same in seven days. */
            readonly sevenDayChange: number | null;
            /**
             * @description Highest offer for any of its inscriptions, sats.
             * @example 1500
             */
            readonly bestOfferSats: number | null;
            /** @description Active collection offers and trait offers. */
            readonly offerCount: number;
            /**
             * @description Confirmed sales of a day, here and elsewhere, sats.
             * @example 1500
             */
            readonly volumeDaySats: number;
            /**
             * @description Of seven days.
             * @example 1500
             */
            readonly volumeWeekSats: number;
            /**
             * @description Of thirty days.
             * @example 1500
             */
            readonly volumeMonthSats: number;
            /** @description Confirmed sales of seven days. */
            readonly salesWeek: number;
            /** @description Whether its pictures are scaled without smoothing. */
            readonly pixelArt: boolean;
            /** @description Hex colour behind its pictures, or null. */
            readonly cardBackgroundColor: string | null;
            /** @description Its first inscriptions, four at most. */
            readonly samples: readonly {
                /**
                 * @description An inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /**
                 * @description What a page needs to show it.
                 * @enum {string}
                 */
                readonly contentType: "image" | "html" | "video" | "text";
                /** @description MIME type as inscribed, or null. */
                readonly rawContentType: string | null;
                /** @description URL of its content. */
                readonly image: string;
            }[];
            /** @description The 2,000 most common traits, by type. */
            readonly traits: readonly {
                /** @description A type of traits. */
                readonly type: string;
                /** @description The most common first. */
                readonly values: readonly {
                    /** @description A value. */
                    readonly value: string;
                    /** @description Members that carry it. */
                    readonly count: number;
                }[];
            }[];
        };
        readonly MarketCollections: {
            /** @description The featured ones first, then by name. */
            readonly collections: readonly {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                readonly slug: string;
                /** @description Name to show. */
                readonly name: string;
                /**
                 * @description How membership is decided: children of a parent inscription, or items of a gallery inscription.
                 * @enum {string}
                 */
                readonly kind: "parent_child" | "gallery";
                /** @description Whether the operator vouches for the collection. */
                readonly verified: boolean;
                /** @description Whether its inscriptions can be traded now. */
                readonly tradingEnabled: boolean;
                /** @description Place among the featured ones, from 1; null: not featured. */
                readonly featuredRank: number | null;
                /** @description Inscriptions. */
                readonly itemCount: number;
                /** @description Addresses that hold at least one. */
                readonly ownerCount: number;
                /** @description Buyable listings; a bundle counts once. */
                readonly listedCount: number;
                /**
                 * @description Lowest price, sats.
                 * @example 1500
                 */
                readonly floorSats: number | null;
                /** @description Change of the floor in a day, percent; null: it had none then, or has none now. */
                readonly oneDayChange: number | null;
                /** @description The same in seven days. */
                readonly sevenDayChange: number | null;
                /**
                 * @description Highest offer for any of its inscriptions, sats.
                 * @example 1500
                 */
                readonly bestOfferSats: number | null;
                /** @description Active collection offers and trait offers. */
                readonly offerCount: number;
                /**
                 * @description Confirmed sales of a day, here and elsewhere, sats.
                 * @example 1500
                 */
                readonly volumeDaySats: number;
                /**
                 * @description Of seven days.
                 * @example 1500
                 */
                readonly volumeWeekSats: number;
                /**
                 * @description Of thirty days.
                 * @example 1500
                 */
                readonly volumeMonthSats: number;
                /** @description Confirmed sales of seven days. */
                readonly salesWeek: number;
                /** @description Whether its pictures are scaled without smoothing. */
                readonly pixelArt: boolean;
                /** @description Hex colour behind its pictures, or null. */
                readonly cardBackgroundColor: string | null;
                /** @description Its first inscriptions, four at most. */
                readonly samples: readonly {
                    /**
                     * @description An inscription.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                     */
                    readonly inscriptionId: string;
                    /**
                     * @description What a page needs to show it.
                     * @enum {string}
                     */
                    readonly contentType: "image" | "html" | "video" | "text";
                    /** @description MIME type as inscribed, or null. */
                    readonly rawContentType: string | null;
                    /** @description URL of its content. */
                    readonly image: string;
                }[];
            }[];
        };
        readonly MarketHoldings: {
            /** @description What the address holds, each with its primary collection, in a fixed order. */
            readonly items: readonly {
                /**
                 * @description Same as `inscriptionId`.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly id: string;
                /** @description Title, or else a name made of the inscription number. */
                readonly name: string;
                /**
                 * @description Slug of the collection asked for.
                 * @example quiet-mice
                 */
                readonly collection: string;
                /** @description Page of the collection, when the operator has one. */
                readonly collectionHref: string | null;
                /** @description Slugs of all collections it is a member of. */
                readonly collections: readonly string[];
                /** @description URL of its content. */
                readonly image: string;
                /** @description Inscription number; negative for a cursed one. */
                readonly inscription: number;
                /**
                 * @description Inscription id.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /**
                 * Format: uuid
                 * @description Its live listing, or null.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly listingId: string | null;
                /**
                 * @description `pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.
                 * @enum {string|null}
                 */
                readonly listingState: "buyable" | "hidden_locked" | "pending_public" | null;
                /**
                 * @description Asking price in sats, or null.
                 * @example 1500
                 */
                readonly priceSats: number | null;
                /** @description Asking price in BTC, or null. */
                readonly price: number | null;
                /**
                 * Format: date-time
                 * @description When it became buyable, or null.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listedAt: string | null;
                /**
                 * Format: date-time
                 * @description When the listing expires; null when not listed or without expiry.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listingExpiresAt: string | null;
                /** @description Last known sale price in BTC, or null. */
                readonly lastSale: number | null;
                /**
                 * @description Address that holds it, or null.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly owner: string | null;
                /**
                 * @description What a page needs to show it.
                 * @enum {string}
                 */
                readonly contentType: "image" | "html" | "video" | "text";
                /** @description MIME type as inscribed, or null. */
                readonly rawContentType: string | null;
                /**
                 * @description How to scale the picture, or null.
                 * @enum {string|null}
                 */
                readonly imageRenderingHint: "auto" | "pixelated" | null;
                /** @description Hex colour behind the picture, or null. */
                readonly cardBackgroundColor: string | null;
                /** @description Traits of the inscription. */
                readonly traits: readonly {
                    /**
                     * @description Trait type.
                     * @example Background
                     */
                    readonly type: string;
                    /**
                     * @description Trait value.
                     * @example Blue
                     */
                    readonly value: string;
                    /** @description Members of the collection with this trait. */
                    readonly count?: number;
                    /** @description Their share of the collection in percent. */
                    readonly percentage?: number;
                }[];
                /** @description Well-known classes of its sat. */
                readonly satributes: readonly string[];
                /** @description Number of its sat, when known. */
                readonly sat: number | null;
                /**
                 * @description Transaction of the output that holds it.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly locationTxid: string | null;
                /** @description Index of that output. */
                readonly locationVout: number | null;
                /**
                 * @description `txid:vout:offset` of its sat.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0
                 */
                readonly locationSatpoint: string | null;
            }[];
            /** @description The collections of this page. */
            readonly collections: readonly {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                readonly slug: string;
                /** @description Name to show. */
                readonly name: string;
                /** @description Whether its inscriptions can be traded now. */
                readonly tradingEnabled: boolean;
            }[];
            /**
             * Pagination
             * @description Position of this page.
             */
            readonly pagination: {
                /**
                 * @description Items in this page.
                 * @example 50
                 */
                readonly pageSize: number;
                /** @description True when another page follows. */
                readonly hasNext: boolean;
                /** @description Send as `cursor` for the next page; null on the last page. */
                readonly nextCursor: string | null;
            };
        };
        readonly MarketHoldingsQuery: {
            /**
             * @description Items per page.
             * @default 100
             */
            readonly limit?: number;
            /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
            readonly cursor?: string;
        };
        /**
         * MarketInscription
         * @description An inscription of a collection, with its listing and history.
         */
        readonly MarketInscription: {
            /**
             * CollectionItem
             * @description A member of a collection, listed or not.
             */
            readonly item: {
                /**
                 * @description Same as `inscriptionId`.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly id: string;
                /** @description Title, or else a name made of the inscription number. */
                readonly name: string;
                /**
                 * @description Slug of the collection asked for.
                 * @example quiet-mice
                 */
                readonly collection: string;
                /** @description Page of the collection, when the operator has one. */
                readonly collectionHref: string | null;
                /** @description Slugs of all collections it is a member of. */
                readonly collections: readonly string[];
                /** @description URL of its content. */
                readonly image: string;
                /** @description Inscription number; negative for a cursed one. */
                readonly inscription: number;
                /**
                 * @description Inscription id.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /**
                 * Format: uuid
                 * @description Its live listing, or null.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly listingId: string | null;
                /**
                 * @description `pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.
                 * @enum {string|null}
                 */
                readonly listingState: "buyable" | "hidden_locked" | "pending_public" | null;
                /**
                 * @description Asking price in sats, or null.
                 * @example 1500
                 */
                readonly priceSats: number | null;
                /** @description Asking price in BTC, or null. */
                readonly price: number | null;
                /**
                 * Format: date-time
                 * @description When it became buyable, or null.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listedAt: string | null;
                /**
                 * Format: date-time
                 * @description When the listing expires; null when not listed or without expiry.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listingExpiresAt: string | null;
                /** @description Last known sale price in BTC, or null. */
                readonly lastSale: number | null;
                /**
                 * @description Address that holds it, or null.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly owner: string | null;
                /**
                 * @description What a page needs to show it.
                 * @enum {string}
                 */
                readonly contentType: "image" | "html" | "video" | "text";
                /** @description MIME type as inscribed, or null. */
                readonly rawContentType: string | null;
                /**
                 * @description How to scale the picture, or null.
                 * @enum {string|null}
                 */
                readonly imageRenderingHint: "auto" | "pixelated" | null;
                /** @description Hex colour behind the picture, or null. */
                readonly cardBackgroundColor: string | null;
                /** @description Traits of the inscription. */
                readonly traits: readonly {
                    /**
                     * @description Trait type.
                     * @example Background
                     */
                    readonly type: string;
                    /**
                     * @description Trait value.
                     * @example Blue
                     */
                    readonly value: string;
                    /** @description Members of the collection with this trait. */
                    readonly count?: number;
                    /** @description Their share of the collection in percent. */
                    readonly percentage?: number;
                }[];
                /** @description Well-known classes of its sat. */
                readonly satributes: readonly string[];
                /** @description Number of its sat, when known. */
                readonly sat: number | null;
                /**
                 * @description Transaction of the output that holds it.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly locationTxid: string | null;
                /** @description Index of that output. */
                readonly locationVout: number | null;
                /**
                 * @description `txid:vout:offset` of its sat.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0
                 */
                readonly locationSatpoint: string | null;
            };
            /** @description Name of its collection. */
            readonly collectionName: string;
            /** @description Whether the operator vouches for it. */
            readonly collectionVerified: boolean;
            /** @description Block of its reveal. */
            readonly genesisHeight: number;
            /** ItemListing */
            readonly listing: {
                /**
                 * Format: uuid
                 * @description The listing.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly listingId: string;
                /**
                 * @description As in the API.
                 * @enum {string}
                 */
                readonly state: "buyable" | "hidden_locked" | "pending_public";
                /**
                 * @description Price, sats.
                 * @example 1500
                 */
                readonly priceSats: number;
                /**
                 * Format: date-time
                 * @description When it became buyable.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listedAt: string | null;
                /**
                 * Format: date-time
                 * @description When it expires; null: never.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly expiresAt: string | null;
                /**
                 * Quote
                 * @description What a listing costs a buyer, sats.
                 */
                readonly quote: {
                    /**
                     * @description The price.
                     * @example 1500
                     */
                    readonly priceSats: number;
                    /**
                     * @description The buyer's marketplace fee.
                     * @example 1500
                     */
                    readonly marketplaceFeeSats: number;
                    /**
                     * @description The buyer's creator royalty.
                     * @example 1500
                     */
                    readonly royaltySats: number;
                    /**
                     * @description The value of the output that the buyer gets with the inscription.
                     * @example 1500
                     */
                    readonly postageSats: number;
                    /**
                     * @description Network fee for a buyer who pays with one coin, an estimate.
                     * @example 1500
                     */
                    readonly networkFeeSats: number;
                    /**
                     * @description The sum.
                     * @example 1500
                     */
                    readonly totalSats: number;
                    /** @description Fee rate of the estimate, sat/vB. */
                    readonly feeRateSatVb: number;
                } | null;
            } | null;
            /** @description The highest first, 50 at most. */
            readonly offers: readonly {
                /**
                 * Format: uuid
                 * @description The offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly offerId: string;
                /**
                 * @description Price, sats.
                 * @example 1500
                 */
                readonly priceSats: number;
                /**
                 * Format: date-time
                 * @description When it was made.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly createdAt: string;
                /**
                 * Format: date-time
                 * @description When it expires.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly expiresAt: string;
            }[];
            /**
             * @description Highest collection offer that it qualifies for, sats.
             * @example 1500
             */
            readonly bestCollectionOfferSats: number | null;
            /** @description Confirmed sales, newest first, 50 at most. */
            readonly sales: readonly {
                /** @description The sale. */
                readonly saleId: string;
                /**
                 * @description `internal`: settled here; `external`: elsewhere.
                 * @enum {string}
                 */
                readonly saleType: "internal" | "external";
                /**
                 * @description Settling transaction.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly txid: string;
                /**
                 * @description Price, sats.
                 * @example 1500
                 */
                readonly priceSats: number;
                /** @description Price in USD at block time, or null. */
                readonly priceUsd: number | null;
                /**
                 * Format: date-time
                 * @description Time of the confirming block.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly soldAt: string;
                /** @description Height of the confirming block. */
                readonly blockHeight: number;
                /**
                 * @description Who sold it.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly sellerAddress: string | null;
                /**
                 * @description Who received it.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly buyerAddress: string | null;
            }[];
        };
        readonly MarketItems: {
            /** @description The page, in the order asked for. */
            readonly items: readonly {
                /**
                 * @description Same as `inscriptionId`.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly id: string;
                /** @description Title, or else a name made of the inscription number. */
                readonly name: string;
                /**
                 * @description Slug of the collection asked for.
                 * @example quiet-mice
                 */
                readonly collection: string;
                /** @description Page of the collection, when the operator has one. */
                readonly collectionHref: string | null;
                /** @description Slugs of all collections it is a member of. */
                readonly collections: readonly string[];
                /** @description URL of its content. */
                readonly image: string;
                /** @description Inscription number; negative for a cursed one. */
                readonly inscription: number;
                /**
                 * @description Inscription id.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /**
                 * Format: uuid
                 * @description Its live listing, or null.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly listingId: string | null;
                /**
                 * @description `pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.
                 * @enum {string|null}
                 */
                readonly listingState: "buyable" | "hidden_locked" | "pending_public" | null;
                /**
                 * @description Asking price in sats, or null.
                 * @example 1500
                 */
                readonly priceSats: number | null;
                /** @description Asking price in BTC, or null. */
                readonly price: number | null;
                /**
                 * Format: date-time
                 * @description When it became buyable, or null.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listedAt: string | null;
                /**
                 * Format: date-time
                 * @description When the listing expires; null when not listed or without expiry.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly listingExpiresAt: string | null;
                /** @description Last known sale price in BTC, or null. */
                readonly lastSale: number | null;
                /**
                 * @description Address that holds it, or null.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                readonly owner: string | null;
                /**
                 * @description What a page needs to show it.
                 * @enum {string}
                 */
                readonly contentType: "image" | "html" | "video" | "text";
                /** @description MIME type as inscribed, or null. */
                readonly rawContentType: string | null;
                /**
                 * @description How to scale the picture, or null.
                 * @enum {string|null}
                 */
                readonly imageRenderingHint: "auto" | "pixelated" | null;
                /** @description Hex colour behind the picture, or null. */
                readonly cardBackgroundColor: string | null;
                /** @description Traits of the inscription. */
                readonly traits: readonly {
                    /**
                     * @description Trait type.
                     * @example Background
                     */
                    readonly type: string;
                    /**
                     * @description Trait value.
                     * @example Blue
                     */
                    readonly value: string;
                    /** @description Members of the collection with this trait. */
                    readonly count?: number;
                    /** @description Their share of the collection in percent. */
                    readonly percentage?: number;
                }[];
                /** @description Well-known classes of its sat. */
                readonly satributes: readonly string[];
                /** @description Number of its sat, when known. */
                readonly sat: number | null;
                /**
                 * @description Transaction of the output that holds it.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly locationTxid: string | null;
                /** @description Index of that output. */
                readonly locationVout: number | null;
                /**
                 * @description `txid:vout:offset` of its sat.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456:0:0
                 */
                readonly locationSatpoint: string | null;
            }[];
            /**
             * Pagination
             * @description Position of this page.
             */
            readonly pagination: {
                /**
                 * @description Items in this page.
                 * @example 50
                 */
                readonly pageSize: number;
                /** @description True when another page follows. */
                readonly hasNext: boolean;
                /** @description Send as `cursor` for the next page; null on the last page. */
                readonly nextCursor: string | null;
            };
        };
        readonly MarketItemsQuery: {
            /**
             * @description Items per page.
             * @default 48
             */
            readonly limit?: number;
            /** @description `nextCursor` of the previous page. Filters and sort must be the same; otherwise 400. */
            readonly cursor?: string;
            /**
             * @description `price`, `price_desc`, `recent`: what is for sale; `oldest`, `newest`: everything.
             * @default price
             * @enum {string}
             */
            readonly sort?: "price" | "price_desc" | "recent" | "oldest" | "newest";
            /** @description JSON of `[{type, values[]}]`: members with one of the values of each type. */
            readonly traits?: string;
        };
        readonly MarketOffers: {
            /** @description The highest first, 200 at most. */
            readonly offers: readonly {
                /**
                 * Format: uuid
                 * @description The offer.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly offerId: string;
                /** @description For what it is, in words. */
                readonly scopeLabel: string;
                /** @description False: for any inscription of the collection. */
                readonly isForTraits: boolean;
                /**
                 * @description Price, sats.
                 * @example 1500
                 */
                readonly priceSats: number;
                /** @description Inscriptions that it is for. */
                readonly eligibleCount: number;
                /**
                 * Format: date-time
                 * @description When it was made.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly createdAt: string;
                /**
                 * Format: date-time
                 * @description When it expires.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly expiresAt: string;
            }[];
            /** @description All of them. */
            readonly totalCount: number;
        };
        readonly MarketSearch: {
            readonly collections: readonly {
                /**
                 * @description Slug of the collection.
                 * @example quiet-mice
                 */
                readonly slug: string;
                /** @description Name to show. */
                readonly name: string;
                /** @description Whether the operator vouches for it. */
                readonly verified: boolean;
                /** @description Inscriptions. */
                readonly itemCount: number;
            }[];
            readonly inscriptions: readonly {
                /**
                 * @description The inscription.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                 */
                readonly inscriptionId: string;
                /** @description Its number. */
                readonly inscription: number;
                /** @description Title, or a name made of its number. */
                readonly name: string;
                /**
                 * @description Its collection.
                 * @example quiet-mice
                 */
                readonly collectionSlug: string;
                /** @description Name of the collection. */
                readonly collectionName: string;
                /**
                 * @description What a page needs to show it.
                 * @enum {string}
                 */
                readonly contentType: "image" | "html" | "video" | "text";
                /** @description MIME type as inscribed, or null. */
                readonly rawContentType: string | null;
                /** @description URL of its content. */
                readonly image: string;
            }[];
        };
        readonly MarketSearchQuery: {
            /** @description An id, a number, or the start of a name. */
            readonly q: string;
        };
        readonly MyTrades: {
            /** @description The page, newest first. */
            readonly trades: readonly {
                /**
                 * Format: uuid
                 * @description Id of the trade, for `GET /trades/{id}`.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly id: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                readonly kind: "listing" | "purchase" | "offer" | "counter" | "collection offer" | "fill";
                /**
                 * @description What the caller does in it.
                 * @enum {string}
                 */
                readonly side: "sell" | "buy";
                /** @description Its state, of an accepted offer or counter that of its settlement. */
                readonly state: string;
                /**
                 * @description Its collection.
                 * @example quiet-mice
                 */
                readonly collectionSlug: string | null;
                /** @description Name of the collection. */
                readonly collectionName: string | null;
                /** @description The first three. A collection offer has none before it is filled. */
                readonly inscriptions: readonly {
                    /**
                     * @description An inscription of the trade.
                     * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456i0
                     */
                    readonly inscriptionId: string;
                    /** @description Its title, or a name made of its number. */
                    readonly name: string;
                }[];
                /** @description All of them. */
                readonly inscriptionCount: number;
                /**
                 * @description Price of all, sats.
                 * @example 1500
                 */
                readonly priceSats: number | null;
                /**
                 * Format: date-time
                 * @description When it was made.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly createdAt: string;
                /**
                 * Format: date-time
                 * @description When it expires.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly expiresAt: string | null;
                /** @description Why it ended, or why no node takes it now. */
                readonly reason: string | null;
                /**
                 * @description The transaction that sells: of a listing that of its purchase, of a collection offer its fill.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly settlementTxid: string | null;
                /** @description Height of the block that has it; null: none has. */
                readonly confirmedHeight: number | null;
            }[];
            /**
             * Pagination
             * @description Position of this page.
             */
            readonly pagination: {
                /**
                 * @description Items in this page.
                 * @example 50
                 */
                readonly pageSize: number;
                /** @description True when another page follows. */
                readonly hasNext: boolean;
                /** @description Send as `cursor` for the next page; null on the last page. */
                readonly nextCursor: string | null;
            };
        };
        /**
         * TradeStory
         * @description The story of a trade, for its parties.
         */
        readonly TradeStory: {
            /**
             * Format: uuid
             * @description Id of the trade.
             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
             */
            readonly id: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            readonly kind: "listing" | "purchase" | "offer" | "counter" | "collection offer" | "fill";
            /** @description Its state; docs/lifecycle.md lists the states of each kind. */
            readonly state: string;
            /** @description Of an accepted offer or counter: the state of its transactions. */
            readonly settlementState: string | null;
            readonly inscriptionIds: readonly string[];
            /**
             * @description Slug of the collection.
             * @example quiet-mice
             */
            readonly collectionSlug: string | null;
            /**
             * @description Price, sats.
             * @example 1500
             */
            readonly priceSats: number | null;
            readonly sellers: readonly string[];
            /**
             * @description Ordinals address of the buyer.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            readonly buyer: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly expiresAt: string | null;
            /** @description Why it ended, or why no node takes it now. */
            readonly reason: string | null;
            /**
             * @description The transaction that sells.
             * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
             */
            readonly settlementTxid: string | null;
            readonly fees: {
                readonly [key: string]: number | null;
            };
            readonly related: readonly {
                /** @description What it is. */
                readonly kind: string;
                /**
                 * Format: uuid
                 * @description Its id.
                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                 */
                readonly id: string;
            }[];
            /** @description Oldest first. */
            readonly moves: readonly {
                /** @description What moved: the trade, its settlement, or a part of it. */
                readonly kind: string;
                /** @description The state before; null: it was made. */
                readonly from: string | null;
                /** @description The state after. */
                readonly to: string;
                /** @description Why. */
                readonly reason: string | null;
                /** @description Height of the applied chain then; null: no block was applied yet. */
                readonly height: number | null;
                /**
                 * Format: date-time
                 * @description When, by the clock of the database.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                readonly at: string;
            }[];
            /** @description In the order of sending. Of a listing those of its sale, of a collection offer those of its fill. */
            readonly transactions: readonly {
                /**
                 * @description A transaction of the trade.
                 * @example 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
                 */
                readonly txid: string;
                /** @description Height of its block; null: none is known to have it. */
                readonly height: number | null;
            }[];
            /** @description Who has signed what. */
            readonly signed: string;
            /** @description What happens next, by itself or by whose act. */
            readonly next: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
