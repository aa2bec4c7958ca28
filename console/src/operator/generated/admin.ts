// Generated from the routes by `npm run generate`. Do not edit.

export interface paths {
    readonly "/v1/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Heights, signers and packages, as they are now */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * Format: date-time
                             * @description When this was read.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            readonly at: string;
                            /** @description The caller, as the log of acts names it. */
                            readonly actor: string;
                            /** @description Version of the service. */
                            readonly version: string;
                            /** @description Network. */
                            readonly network: string;
                            /** @description Public address of the service. */
                            readonly publicUrl: string;
                            readonly parts: readonly {
                                /**
                                 * @description Which.
                                 * @enum {string}
                                 */
                                readonly name: "node" | "index" | "follower";
                                /** @description Its last block; null: it is unreachable, or has none. */
                                readonly height: number | null;
                                /** @description Blocks behind the node; null: not known. */
                                readonly behind: number | null;
                                /** @description In words. */
                                readonly detail: string;
                            }[];
                            readonly signers: readonly {
                                /** @description Name. */
                                readonly name: string;
                                /** @description False: only collection offers need it. */
                                readonly isRequired: boolean;
                                /** @description It responded when it was last asked. */
                                readonly isUp: boolean;
                                /** @description In words. */
                                readonly detail: string;
                            }[];
                            readonly packages: readonly {
                                /** @description Table of the trades. */
                                readonly table: string;
                                /** @description Their state. */
                                readonly state: string;
                                /** @description Packages that no block has. */
                                readonly count: number;
                                /** @description Of these, how many should have ended by now. */
                                readonly stuck: number;
                                /** @description Age of the oldest, seconds. */
                                readonly seconds: number;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/pools": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Pools of anchors and admission coins */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": readonly {
                            /** @description `anchors`, or `admission tier <n>`. */
                            readonly pool: string;
                            /** @description Coins that can be used in the next block. */
                            readonly ready: number;
                            /** @description Coins in the chain, in use and locked ones too; null: not counted. */
                            readonly made: number | null;
                            /** @description Coins that it should have. */
                            readonly target: number;
                            /** @description Below a quarter of its target, and no more are on their way. */
                            readonly isLow: boolean;
                            /** @description Address of its coins. */
                            readonly address: string;
                            /** @description What to do when it is low. */
                            readonly remedy: string;
                        }[];
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The last audit of this process, and whether one runs */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Audits of the process that responds. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly isRunning: boolean;
                            /** @description What it goes through now. */
                            readonly progress: string | null;
                            /** @description Hours between two audits of the leader; 0: none is scheduled. */
                            readonly everyHours: number;
                            readonly last: {
                                /**
                                 * Format: date-time
                                 * @description When it started.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly startedAt: string;
                                /**
                                 * Format: date-time
                                 * @description When it ended.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly endedAt: string;
                                /** @description Height of the stored tip at its end. */
                                readonly height: number;
                                readonly rows: {
                                    readonly [key: string]: number;
                                };
                                readonly findings: readonly {
                                    /** @description What kind; docs/operations.md lists the codes. */
                                    readonly code: string;
                                    /** @description The row that it is about. */
                                    readonly subject: string;
                                    /** @description Transaction. */
                                    readonly txid: string | null;
                                    /** @description Coin, `txid:vout`. */
                                    readonly outpoint: string | null;
                                    /** @description What is wrong. */
                                    readonly message: string;
                                    /** @description What to do. */
                                    readonly wayOut: string;
                                }[];
                            } | null;
                            readonly failed: {
                                /** @description When. */
                                readonly at: string | null;
                                /** @description Why it could not finish. */
                                readonly reason: string;
                            } | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Start an audit, unless one runs; it changes nothing */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly isStarted: boolean;
                            /**
                             * Audit
                             * @description Audits of the process that responds.
                             */
                            readonly audit: {
                                readonly isRunning: boolean;
                                /** @description What it goes through now. */
                                readonly progress: string | null;
                                /** @description Hours between two audits of the leader; 0: none is scheduled. */
                                readonly everyHours: number;
                                readonly last: {
                                    /**
                                     * Format: date-time
                                     * @description When it started.
                                     * @example 2026-11-20T12:00:00.000Z
                                     */
                                    readonly startedAt: string;
                                    /**
                                     * Format: date-time
                                     * @description When it ended.
                                     * @example 2026-11-20T12:00:00.000Z
                                     */
                                    readonly endedAt: string;
                                    /** @description Height of the stored tip at its end. */
                                    readonly height: number;
                                    readonly rows: {
                                        readonly [key: string]: number;
                                    };
                                    readonly findings: readonly {
                                        /** @description What kind; docs/operations.md lists the codes. */
                                        readonly code: string;
                                        /** @description The row that it is about. */
                                        readonly subject: string;
                                        /** @description Transaction. */
                                        readonly txid: string | null;
                                        /** @description Coin, `txid:vout`. */
                                        readonly outpoint: string | null;
                                        /** @description What is wrong. */
                                        readonly message: string;
                                        /** @description What to do. */
                                        readonly wayOut: string;
                                    }[];
                                } | null;
                                readonly failed: {
                                    /** @description When. */
                                    readonly at: string | null;
                                    /** @description Why it could not finish. */
                                    readonly reason: string;
                                } | null;
                            };
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/trades": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Trades of every kind, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Only in this state. */
                    readonly state?: string;
                    /**
                     * @description Made since. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly since?: string;
                    /**
                     * @description Of this party.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly profile?: string;
                    /**
                     * @description In this collection.
                     * @example quiet-mice
                     */
                    readonly collection?: string;
                    /** @description Of this trade, settlement, inscription or address of a party. */
                    readonly find?: string;
                    /** @description Rows. Default: 100. */
                    readonly limit?: number;
                    /**
                     * @description The `next` of the page before.
                     * @example 2026-11-20T12:00:00.000Z_3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly after?: string;
                    /** @description Kind of trade. */
                    readonly flow?: "listing" | "purchase" | "offer" | "counter" | "collection-offer" | "fill";
                    /** @description Only trades whose package is on its way (`in_flight`), or of these the ones that should have ended by now. */
                    readonly progress?: "in_flight" | "stuck";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * Format: uuid
                                 * @description Of the listing, purchase, offer, counter, collection offer or fill.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly id: string;
                                /**
                                 * @description Kind of trade.
                                 * @enum {string}
                                 */
                                readonly kind: "listing" | "purchase" | "offer" | "counter" | "collection offer" | "fill";
                                /** @description State; of an accepted offer or counter that of its settlement. */
                                readonly state: string;
                                /** @description Collection; of a purchase that of its first sale. */
                                readonly collectionSlug: string | null;
                                /** @description Inscription; of a purchase that of its first sale. */
                                readonly inscriptionId: string | null;
                                /** @description Price, sats. */
                                readonly priceSats: number | null;
                                /** @description Seller's ordinals address. */
                                readonly seller: string | null;
                                /** @description Buyer's ordinals address. */
                                readonly buyer: string | null;
                                /**
                                 * Format: uuid
                                 * @description Seller's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly sellerProfileId: string | null;
                                /**
                                 * Format: uuid
                                 * @description Buyer's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly buyerProfileId: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was made.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly createdAt: string;
                                /** @description When its package was made; null: there is none. */
                                readonly packagedAt: string | null;
                                /** @description When it expires. */
                                readonly expiresAt: string | null;
                                /** @description Why it ended, or why the node does not take it now. */
                                readonly reason: string | null;
                                /** @description Transaction that settles it. */
                                readonly settlementTxid: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null: there is none. */
                            readonly next: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/listings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Listings, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Only in this state. */
                    readonly state?: string;
                    /**
                     * @description Made since. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly since?: string;
                    /**
                     * @description Of this party.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly profile?: string;
                    /**
                     * @description In this collection.
                     * @example quiet-mice
                     */
                    readonly collection?: string;
                    /** @description Of this trade, settlement, inscription or address of a party. */
                    readonly find?: string;
                    /** @description Rows. Default: 100. */
                    readonly limit?: number;
                    /**
                     * @description The `next` of the page before.
                     * @example 2026-11-20T12:00:00.000Z_3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly after?: string;
                    /** @description Ended ones too. */
                    readonly ended?: "true";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * Format: uuid
                                 * @description Of the listing, purchase, offer, counter, collection offer or fill.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly id: string;
                                /**
                                 * @description Kind of trade.
                                 * @enum {string}
                                 */
                                readonly kind: "listing" | "purchase" | "offer" | "counter" | "collection offer" | "fill";
                                /** @description State; of an accepted offer or counter that of its settlement. */
                                readonly state: string;
                                /** @description Collection; of a purchase that of its first sale. */
                                readonly collectionSlug: string | null;
                                /** @description Inscription; of a purchase that of its first sale. */
                                readonly inscriptionId: string | null;
                                /** @description Price, sats. */
                                readonly priceSats: number | null;
                                /** @description Seller's ordinals address. */
                                readonly seller: string | null;
                                /** @description Buyer's ordinals address. */
                                readonly buyer: string | null;
                                /**
                                 * Format: uuid
                                 * @description Seller's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly sellerProfileId: string | null;
                                /**
                                 * Format: uuid
                                 * @description Buyer's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly buyerProfileId: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was made.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly createdAt: string;
                                /** @description When its package was made; null: there is none. */
                                readonly packagedAt: string | null;
                                /** @description When it expires. */
                                readonly expiresAt: string | null;
                                /** @description Why it ended, or why the node does not take it now. */
                                readonly reason: string | null;
                                /** @description Transaction that settles it. */
                                readonly settlementTxid: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null: there is none. */
                            readonly next: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/offers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Inscription offers, counters and collection offers, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Only in this state. */
                    readonly state?: string;
                    /**
                     * @description Made since. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly since?: string;
                    /**
                     * @description Of this party.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly profile?: string;
                    /**
                     * @description In this collection.
                     * @example quiet-mice
                     */
                    readonly collection?: string;
                    /** @description Of this trade, settlement, inscription or address of a party. */
                    readonly find?: string;
                    /** @description Rows. Default: 100. */
                    readonly limit?: number;
                    /**
                     * @description The `next` of the page before.
                     * @example 2026-11-20T12:00:00.000Z_3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly after?: string;
                    /** @description Ended ones too. */
                    readonly ended?: "true";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * Format: uuid
                                 * @description Of the listing, purchase, offer, counter, collection offer or fill.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly id: string;
                                /**
                                 * @description Kind of trade.
                                 * @enum {string}
                                 */
                                readonly kind: "listing" | "purchase" | "offer" | "counter" | "collection offer" | "fill";
                                /** @description State; of an accepted offer or counter that of its settlement. */
                                readonly state: string;
                                /** @description Collection; of a purchase that of its first sale. */
                                readonly collectionSlug: string | null;
                                /** @description Inscription; of a purchase that of its first sale. */
                                readonly inscriptionId: string | null;
                                /** @description Price, sats. */
                                readonly priceSats: number | null;
                                /** @description Seller's ordinals address. */
                                readonly seller: string | null;
                                /** @description Buyer's ordinals address. */
                                readonly buyer: string | null;
                                /**
                                 * Format: uuid
                                 * @description Seller's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly sellerProfileId: string | null;
                                /**
                                 * Format: uuid
                                 * @description Buyer's profile.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly buyerProfileId: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was made.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly createdAt: string;
                                /** @description When its package was made; null: there is none. */
                                readonly packagedAt: string | null;
                                /** @description When it expires. */
                                readonly expiresAt: string | null;
                                /** @description Why it ended, or why the node does not take it now. */
                                readonly reason: string | null;
                                /** @description Transaction that settles it. */
                                readonly settlementTxid: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null: there is none. */
                            readonly next: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/trades/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The whole story of a trade, by its id or a transaction */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The story of a trade, for its parties. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
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
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/revenue": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What confirmed sales brought, and where it went */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description A row for each. Default: one row. */
                    readonly by?: "day" | "collection" | "partner";
                    /**
                     * @description Sold since. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly since?: string;
                    /**
                     * @description Sold before. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly until?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /** @description Day (UTC), slug or name of the partner; null: all, or none of them. */
                                readonly group: string | null;
                                /** @description Confirmed sales. */
                                readonly sales: number;
                                /** @description Prices, sats. */
                                readonly priceSats: number;
                                /** @description The sellers' marketplace fees, sats. Of fills, which have one fee, all of it. */
                                readonly sellerFeeSats: number;
                                /** @description The buyers' marketplace fees, sats. */
                                readonly buyerFeeSats: number;
                                /** @description Paid to creators, sats. */
                                readonly royaltySats: number;
                                /** @description Paid to partners out of the fees, sats. */
                                readonly partnerSats: number;
                                /** @description Kept in new anchors, sats. */
                                readonly anchorSats: number;
                                /** @description Paid to the fee address as the marketplace's own, sats. */
                                readonly feePaidSats: number;
                                /** @description Sales of which a figure is not known; it counts as 0. */
                                readonly unknown: number;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sales": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Confirmed sales with their money, oldest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /**
                     * @description Sold since. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly since?: string;
                    /**
                     * @description Sold before. A day (`2026-11-20`, from its start in UTC) or a moment in UTC.
                     * @example 2026-11-20
                     */
                    readonly until?: string;
                    /** @description Rows. Default: 100. */
                    readonly limit?: number;
                    /**
                     * @description The `next` of the page before.
                     * @example 2026-11-20T12:00:00.000Z_3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly after?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * Format: uuid
                                 * @description Of the sale.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly id: string;
                                /**
                                 * Format: date-time
                                 * @description Time of its block.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly soldAt: string;
                                /** @description Its block. */
                                readonly blockHeight: number;
                                /** @description Its settlement. */
                                readonly txid: string;
                                /**
                                 * @description How it was sold.
                                 * @enum {string}
                                 */
                                readonly kind: "purchase" | "offer" | "fill";
                                /** @description What was sold. */
                                readonly inscriptionId: string;
                                readonly inscriptionNumber: number | null;
                                /** @description Collection that it was sold in. */
                                readonly collectionSlug: string | null;
                                /** @description Seller's ordinals address. */
                                readonly sellerAddress: string | null;
                                /** @description Buyer's ordinals address. */
                                readonly buyerAddress: string | null;
                                /** @description Price in US dollars at that block. */
                                readonly priceUsd: number | null;
                                /** @description Partner that was paid. */
                                readonly partner: string | null;
                                /** @description Where. */
                                readonly partnerAddress: string | null;
                                /** @description Price, sats. */
                                readonly priceSats: number;
                                /** @description The sellers' marketplace fees, sats. Of fills, which have one fee, all of it. */
                                readonly sellerFeeSats: number | null;
                                /** @description The buyers' marketplace fees, sats. */
                                readonly buyerFeeSats: number | null;
                                /** @description Paid to creators, sats. */
                                readonly royaltySats: number | null;
                                /** @description Paid to partners out of the fees, sats. */
                                readonly partnerSats: number | null;
                                /** @description Kept in new anchors, sats. */
                                readonly anchorSats: number | null;
                                /** @description Paid to the fee address as the marketplace's own, sats. */
                                readonly feePaidSats: number | null;
                            }[];
                            /** @description Send it as `after` for the next page; null: there is none. */
                            readonly next: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/acts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What the operator did, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Only acts on this scope, profile, address, listing, offer or slug. */
                    readonly subject?: string;
                    /** @description Acts with a lower id. */
                    readonly before?: number;
                    /** @description Rows. Default: 100. */
                    readonly limit?: number;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /** @description In the order of the acts. */
                                readonly id: number;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly actedAt: string;
                                /** @description Who: the name of the token, or of the user of the socket. */
                                readonly actor: string;
                                /** @description Whom the actor named; nobody verified it. */
                                readonly onBehalfOf: string | null;
                                /** @description What. */
                                readonly act: string;
                                /** @description To what. */
                                readonly subject: string;
                                /** @description Why. */
                                readonly reason: string | null;
                                /** @description What it was. */
                                readonly before: unknown;
                                /** @description What it is. */
                                readonly after: unknown;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/pauses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is paused */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /** @description `everything`, `flow:<flow>` or `collection:<slug>`. */
                                readonly scope: string;
                                /** @description What clients read. */
                                readonly reason: string;
                                /** @description Who paused it. */
                                readonly actor: string;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly since: string;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/bans": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who is banned */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /** @description Id of a profile, or an address. */
                                readonly subject: string;
                                /** @description What they read. */
                                readonly reason: string;
                                /** @description Who banned it. */
                                readonly actor: string;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly since: string;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fees": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The fees in force, and those of collections with fees of their own */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** Fees */
                            readonly fees: {
                                /** @description Seller's marketplace fee, 1/100 of a percent. */
                                readonly sellerBps: number;
                                /** @description Buyer's marketplace fee, 1/100 of a percent. */
                                readonly buyerBps: number;
                                /** @description Least of each side's fee, sats. */
                                readonly minimumSats: number;
                                /** @description Seller's royalty, 1/100 of a percent. */
                                readonly sellerRoyaltyBps: number;
                                /** @description Buyer's royalty, 1/100 of a percent. */
                                readonly buyerRoyaltyBps: number;
                                /** @description Fee of a fill; absent: both sides together, 1/100 of a percent. */
                                readonly fillBps?: number;
                            };
                            /** @description False: they are those of the settings. */
                            readonly isSetByOperator: boolean;
                            readonly collections: readonly {
                                /**
                                 * @description Slug.
                                 * @example quiet-mice
                                 */
                                readonly slug: string;
                                /** Fees */
                                readonly fees: {
                                    /** @description Seller's marketplace fee, 1/100 of a percent. */
                                    readonly sellerBps: number;
                                    /** @description Buyer's marketplace fee, 1/100 of a percent. */
                                    readonly buyerBps: number;
                                    /** @description Least of each side's fee, sats. */
                                    readonly minimumSats: number;
                                    /** @description Seller's royalty, 1/100 of a percent. */
                                    readonly sellerRoyaltyBps: number;
                                    /** @description Buyer's royalty, 1/100 of a percent. */
                                    readonly buyerRoyaltyBps: number;
                                    /** @description Fee of a fill; absent: both sides together, 1/100 of a percent. */
                                    readonly fillBps?: number;
                                };
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Change fees from now on */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description Of this collection. Default: of every collection without fees of its own.
                         * @example quiet-mice
                         */
                        readonly collection?: string;
                        /** @description What changes; null: back to the operator's fees, or for those to the settings'. */
                        readonly fees: {
                            /** @description Seller's marketplace fee, 1/100 of a percent. */
                            readonly sellerBps?: number;
                            /** @description Buyer's marketplace fee, 1/100 of a percent. */
                            readonly buyerBps?: number;
                            /** @description Least of each side's fee, sats. */
                            readonly minimumSats?: number;
                            /** @description Seller's royalty, 1/100 of a percent. */
                            readonly sellerRoyaltyBps?: number;
                            /** @description Buyer's royalty, 1/100 of a percent. */
                            readonly buyerRoyaltyBps?: number;
                            /** @description Fee of a fill, 1/100 of a percent. */
                            readonly fillBps?: number;
                        } | null;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description Seller's marketplace fee, 1/100 of a percent. */
                            readonly sellerBps: number;
                            /** @description Buyer's marketplace fee, 1/100 of a percent. */
                            readonly buyerBps: number;
                            /** @description Least of each side's fee, sats. */
                            readonly minimumSats: number;
                            /** @description Seller's royalty, 1/100 of a percent. */
                            readonly sellerRoyaltyBps: number;
                            /** @description Buyer's royalty, 1/100 of a percent. */
                            readonly buyerRoyaltyBps: number;
                            /** @description Fee of a fill; absent: both sides together, 1/100 of a percent. */
                            readonly fillBps?: number;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Collections, removed ones too */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * @description Slug.
                                 * @example quiet-mice
                                 */
                                readonly slug: string;
                                /** @description Name. */
                                readonly name: string;
                                readonly verified: boolean;
                                readonly tradingEnabled: boolean;
                                /** @description Place among the featured ones; null: not featured. */
                                readonly featuredRank: number | null;
                                /** @description When it was removed; null: it is there. */
                                readonly removedAt: string | null;
                                /** @description Members. */
                                readonly memberCount: number;
                                /** @description Addresses that hold one. */
                                readonly ownerCount: number;
                                /** @description Receives the royalties. */
                                readonly payoutAddress: string | null;
                                /** @description Least share of the floor that an offer must reach, 1/100 of a percent. */
                                readonly liveFloorBps: number | null;
                                /**
                                 * Format: uuid
                                 * @description Partner that new listings are credited to.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly partnerId: string | null;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Add collections, or change stored ones; all or none */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        readonly collections: readonly {
                            /** @example quiet-mice */
                            readonly slug: string;
                            /** @example Quiet Mice */
                            readonly name: string;
                            readonly kind: "parent_child" | "gallery";
                            /** @description Ids of the parent inscriptions or galleries. */
                            readonly sources: readonly string[];
                            readonly verified?: boolean;
                            readonly tradingEnabled?: boolean;
                            readonly fees?: {
                                /** @description Seller's marketplace fee, 1/100 of a percent. */
                                readonly sellerBps?: number;
                                /** @description Buyer's marketplace fee, 1/100 of a percent. */
                                readonly buyerBps?: number;
                                /** @description Least of each side's fee, sats. */
                                readonly minimumSats?: number;
                                /** @description Seller's royalty, 1/100 of a percent. */
                                readonly sellerRoyaltyBps?: number;
                                /** @description Buyer's royalty, 1/100 of a percent. */
                                readonly buyerRoyaltyBps?: number;
                                /** @description Fee of a fill, 1/100 of a percent. */
                                readonly fillBps?: number;
                            };
                            /** @description Receives the royalties. */
                            readonly payoutAddress?: string;
                            /** @description Least share of the floor that an offer must reach, 1/100 of a percent. */
                            readonly liveFloorBps?: number;
                            /** @description Pictures are scaled without smoothing. */
                            readonly pixelArt?: boolean;
                            readonly cardBackgroundColor?: string;
                        }[];
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * @description Slug.
                                 * @example quiet-mice
                                 */
                                readonly slug: string;
                                readonly isNew: boolean;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/partners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Partners */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly rows: readonly {
                                /**
                                 * Format: uuid
                                 * @description Of the partner.
                                 * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                                 */
                                readonly id: string;
                                /** @description Name. */
                                readonly name: string;
                                /**
                                 * @description Inactive ones are not paid.
                                 * @enum {string}
                                 */
                                readonly status: "active" | "inactive";
                                /** @description Where it is paid. */
                                readonly payoutAddress: string | null;
                                /** @description Share of the fees, 1/100 of a percent. */
                                readonly shareBps: number;
                                /** @description Purchases that paid it. */
                                readonly purchases: number;
                            }[];
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Add a partner */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /** @description Unique name of a partner. */
                        readonly name: string;
                        /** @description Share of the fees, 1/100 of a percent. */
                        readonly shareBps: number;
                        /**
                         * @description Where it is paid; null: it is not paid yet.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        readonly payoutAddress: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * Format: uuid
                             * @description Of the partner.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            readonly id: string;
                            /** @description Name. */
                            readonly name: string;
                            /**
                             * @description Inactive ones are not paid.
                             * @enum {string}
                             */
                            readonly status: "active" | "inactive";
                            /** @description Where it is paid. */
                            readonly payoutAddress: string | null;
                            /** @description Share of the fees, 1/100 of a percent. */
                            readonly shareBps: number;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Pause everything, a flow or a collection */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description `everything`, `flow:<flow>` (listing, purchase, offer, counter, collection-offer, fill) or `collection:<slug>`.
                         * @example flow:purchase
                         */
                        readonly scope: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description `everything`, `flow:<flow>` or `collection:<slug>`. */
                            readonly scope: string;
                            /** @description What clients read. */
                            readonly reason: string;
                            /** @description Who paused it. */
                            readonly actor: string;
                            /**
                             * Format: date-time
                             * @description When.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            readonly since: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End a pause */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description `everything`, `flow:<flow>` (listing, purchase, offer, counter, collection-offer, fill) or `collection:<slug>`.
                         * @example flow:purchase
                         */
                        readonly scope: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description `everything`, `flow:<flow>` or `collection:<slug>`. */
                            readonly scope: string;
                            /** @description What clients read. */
                            readonly reason: string;
                            /** @description Who paused it. */
                            readonly actor: string;
                            /**
                             * Format: date-time
                             * @description When.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            readonly since: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/ban": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ban a profile or an address, and end what it has open */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description Id of a profile, or an address.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        readonly subject: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** Ban */
                            readonly ban: {
                                /** @description Id of a profile, or an address. */
                                readonly subject: string;
                                /** @description What they read. */
                                readonly reason: string;
                                /** @description Who banned it. */
                                readonly actor: string;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                readonly since: string;
                            };
                            /** Ended */
                            readonly ended: {
                                /** @description Listings that were ended. */
                                readonly listings: number;
                                /** @description Inscription offers and counters that were ended. */
                                readonly offers: number;
                                /** @description Collection offers that were ended. */
                                readonly collectionOffers: number;
                            };
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/unban": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End a ban */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description Id of a profile, or an address.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        readonly subject: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description Id of a profile, or an address. */
                            readonly subject: string;
                            /** @description What they read. */
                            readonly reason: string;
                            /** @description Who banned it. */
                            readonly actor: string;
                            /**
                             * Format: date-time
                             * @description When.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            readonly since: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/listings/{id}/delist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Delist a listing */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Of the listing or offer.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description What its owner reads. */
                            readonly reason: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/offers/{id}/close": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Close an inscription offer, a counter or a collection offer */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Of the listing or offer.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description What its owner reads. */
                            readonly reason: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{slug}/feature": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Feature a collection, or no longer */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Slug of the collection.
                     * @example quiet-mice
                     */
                    readonly slug: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /** @description Place among the featured ones, from 1; null: no longer featured. */
                        readonly rank: number | null;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description Slug. */
                            readonly slug: string;
                            /** @description Its place. */
                            readonly featuredRank: number | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{slug}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Remove a collection, and end what is open in it */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Slug of the collection.
                     * @example quiet-mice
                     */
                    readonly slug: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @description Listings that were ended. */
                            readonly listings: number;
                            /** @description Inscription offers and counters that were ended. */
                            readonly offers: number;
                            /** @description Collection offers that were ended. */
                            readonly collectionOffers: number;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{slug}/flags": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Mark a collection as verified, or switch trading in it on or off */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Slug of the collection.
                     * @example quiet-mice
                     */
                    readonly slug: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        readonly verified?: boolean;
                        readonly tradingEnabled?: boolean;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description Slug.
                             * @example quiet-mice
                             */
                            readonly slug: string;
                            /** @description Name. */
                            readonly name: string;
                            readonly verified: boolean;
                            readonly tradingEnabled: boolean;
                            /** @description Place among the featured ones; null: not featured. */
                            readonly featuredRank: number | null;
                            /** @description When it was removed; null: it is there. */
                            readonly removedAt: string | null;
                            /** @description Members. */
                            readonly memberCount: number;
                            /** @description Addresses that hold one. */
                            readonly ownerCount: number;
                            /** @description Receives the royalties. */
                            readonly payoutAddress: string | null;
                            /** @description Least share of the floor that an offer must reach, 1/100 of a percent. */
                            readonly liveFloorBps: number | null;
                            /**
                             * Format: uuid
                             * @description Partner that new listings are credited to.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            readonly partnerId: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{slug}/partner": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Credit new listings in a collection to a partner */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Slug of the collection.
                     * @example quiet-mice
                     */
                    readonly slug: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /** @description Its name; null: nobody. */
                        readonly partner: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description Slug.
                             * @example quiet-mice
                             */
                            readonly slug: string;
                            /** @description Its name. */
                            readonly partner: string | null;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/partners/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Change a partner, for every sale from now on */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description Unique name of a partner. */
                    readonly name: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /** @description Share of the fees, 1/100 of a percent. */
                        readonly shareBps?: number;
                        /**
                         * @description Where it is paid; null: it is not paid yet.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        readonly payoutAddress?: string | null;
                        /**
                         * @description Inactive ones are not paid.
                         * @enum {string}
                         */
                        readonly status?: "active" | "inactive";
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * Format: uuid
                             * @description Of the partner.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            readonly id: string;
                            /** @description Name. */
                            readonly name: string;
                            /**
                             * @description Inactive ones are not paid.
                             * @enum {string}
                             */
                            readonly status: "active" | "inactive";
                            /** @description Where it is paid. */
                            readonly payoutAddress: string | null;
                            /** @description Share of the fees, 1/100 of a percent. */
                            readonly shareBps: number;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/profiles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Set what a profile shows, found by a wallet */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /**
                         * @description Ordinals address of one of its wallets.
                         * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                         */
                        readonly wallet: string;
                        /** @description Name. */
                        readonly username?: string | null;
                        /** @description Name as shown. */
                        readonly displayName?: string | null;
                        /** @description Text about it. */
                        readonly bio?: string | null;
                        /** @description Picture URL, or null. */
                        readonly avatarUrl?: string | null;
                        /** @description Banner URL, or null. */
                        readonly bannerUrl?: string | null;
                        /** @description Shows wallets that are bound from now on. */
                        readonly walletsPublic?: boolean;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * Format: uuid
                             * @description Of the profile.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            readonly id: string;
                            /** @description Name. */
                            readonly username?: string | null;
                            /** @description Name as shown. */
                            readonly displayName?: string | null;
                            /** @description Text about it. */
                            readonly bio?: string | null;
                            /** @description Picture URL, or null. */
                            readonly avatarUrl?: string | null;
                            /** @description Banner URL, or null. */
                            readonly bannerUrl?: string | null;
                            /** @description Shows wallets that are bound from now on. */
                            readonly walletsPublic?: boolean;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/wallet-bindings/{id}/provider": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Record the wallet provider of a wallet binding */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /**
                     * @description Of the wallet binding.
                     * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                     */
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description Why, in one line. Clients and the log of acts show it.
                         * @example the index is being rebuilt
                         */
                        readonly reason: string;
                        /** @description Its name. */
                        readonly provider: string;
                    };
                };
            };
            readonly responses: {
                /** @description Default Response */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * Format: uuid
                             * @description Of the wallet binding.
                             * @example 3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11
                             */
                            readonly id: string;
                            /** @description Its name. */
                            readonly provider: string;
                        };
                    };
                };
                /** @description Refused; nothing was changed. */
                readonly "4XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /**
                             * @description One sentence for people. Programs should rely on the status.
                             * @example items[0].priceSats must be an integer, but is "1000"
                             */
                            readonly error: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
