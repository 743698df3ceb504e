// `npm run openapi` writes this from the description of the private API, with openapi-typescript. Do not edit it.

export interface paths {
    "/admin/api/v1/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The store that you act in, with its settings */
        get: operations["getStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the given settings; a given list replaces the whole list */
        patch: operations["updateStore"];
        trace?: never;
    };
    "/admin/api/v1/store/decimals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say how many decimals the amounts of the store have, while the service does not know it */
        post: operations["confirmStoreDecimals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make another store on this installation; it belongs to the owners of the installation */
        post: operations["createStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the store that you act in, with everything in it; a live store must have nothing open
         * @description From the answer on its key, tokens and pages are refused. What it had is removed within minutes and cannot be brought back: save what you have to keep first. The refusal of a live store counts what has to end before.
         */
        post: operations["deleteStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The shared secrets with which your backend signs tokens for the status page */
        get: operations["listSharedSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/secrets/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a second shared secret; both are valid until the old one is retired */
        post: operations["rotateSharedSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/secrets/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the older of two shared secrets, once your backend signs with the new one */
        post: operations["retireSharedSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The look of your pages and mails, and who the mails are from */
        get: operations["getBrand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the given parts of the look; null gives a part up
         * @description A colour in which something could not be read is refused.
         */
        patch: operations["updateBrand"];
        trace?: never;
    };
    "/admin/api/v1/store/brand/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the logo: the file itself is the body, of at most 128 KiB */
        put: operations["setLogo"];
        post?: never;
        /** Give the logo up */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/brand/font": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the font: the file itself is the body, of at most 256 KiB */
        put: operations["setFont"];
        post?: never;
        /** Give the font up */
        delete: operations["removeFont"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/guarantee-notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The official notices of the legal guarantee, by language and country */
        get: operations["listGuaranteeNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/guarantee-notices/{locale}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the official notice for a language: the file itself is the body, of at most 256 KiB */
        put: operations["setGuaranteeNotice"];
        post?: never;
        /** Give the notice for a language up */
        delete: operations["removeGuaranteeNotice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/products/{product_id}/guarantee-label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The official label of the producer’s guarantee of durability for a product */
        get: operations["getGuaranteeLabel"];
        /** Set the official label for a product: the file itself is the body, of at most 256 KiB */
        put: operations["setGuaranteeLabel"];
        post?: never;
        /** Give the label of a product up */
        delete: operations["removeGuaranteeLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/texts/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The words of the button and of every mail, ours and those of the store */
        get: operations["listTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change words of the button or of mails; all changes are made, or none
         * @description A variable that nothing fills is refused (`unknown_variable`), and so is a text without a fact that it must tell (`missing_variable`). Markup is shown as it is written.
         */
        patch: operations["updateTexts"];
        trace?: never;
    };
    "/admin/api/v1/texts/{language}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a mail says, about a made-up pre-order */
        get: operations["previewMail"];
        put?: never;
        /** What a mail would say with these words, about a made-up pre-order; nothing is saved or sent */
        post: operations["previewMailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/texts/{language}/test-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a mail about a made-up pre-order to yourself; with a token, to the contact address of the store */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The products of the catalogue, by handle unless `sort` says otherwise */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product with its variants, by its id or its code (handle) */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/catalog/imports/running": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the import of the store is that this process runs */
        get: operations["getRunningImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last imports of what was kept elsewhere, the newest first */
        get: operations["listImports"];
        put?: never;
        /**
         * Bring in pre-orders or waitlists that were kept elsewhere: the file itself is the body
         * @description A CSV, or the JSON of the hosted service’s private API. A worker looks at every row, and then brings in what is ready; with `dry_run=true` it stops before. Each row comes in once, whatever is sent again: its reference elsewhere is its key.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far an import is, and what became of its rows */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports/{import_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of each row, in the order of the file */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports/{import_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring in the rows of a checked import that are ready. A worker does it */
        post: operations["runImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports/{import_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an import back, as far as nothing has happened since to what it brought in. A worker does it */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/imports/given-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that what was paid before the move was given back where it was paid
         * @description `listOwedRefunds` has what is owed. All of it is recorded; this service moves no money.
         */
        post: operations["recordGivenBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/catalog/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an id that a page uses means here, or why it is unknown */
        get: operations["findId"];
        put?: never;
        /**
         * Give products and variants the ids of your platform, all or none
         * @description Waitlists and pre-orders stay as they are, and the earlier ids still find them. Two products or variants may exchange their ids. `id_taken` when another product or variant has one of the ids, `busy` during an import. `If-Match` takes the `ETag` of a product, where one alone is named.
         */
        post: operations["mapIds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/products/{product_id}/safety": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who made a product, who answers for it in the EU, and its warnings */
        get: operations["getProductSafety"];
        /**
         * Set what shoppers read of the safety of a product, in place of what the catalogue says
         * @description It replaces all that was typed before. With nulls and no warnings it is removed, and shoppers read what the catalogue says.
         */
        put: operations["setProductSafety"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The connection with the commerce platform: whether it works, how far it is read, and what can be connected */
        get: operations["getConnection"];
        put?: never;
        /** Connect a platform, or give the connection new settings; tries them, then reads everything */
        post: operations["connectPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connect the account in which the app of this installation was opened, with the code that it showed there */
        post: operations["linkPlatformApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget the connection and its secrets; products stay */
        post: operations["disconnectPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Products that the catalogue does not have as the platform does, by their id */
        get: operations["listConnectionIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set when the orders of pre-orders that are placed from now on are created on the platform */
        post: operations["setOrderTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/connection/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read everything anew, compare everything, or read one product anew */
        post: operations["syncConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The waitlists of the store, the newest first unless `sort` says otherwise */
        get: operations["listWaitlists"];
        put?: never;
        /** Offer a product: a draft, which `open` or `schedule` brings to shoppers */
        post: operations["createWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One waitlist with its batches and units */
        get: operations["getWaitlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the given settings of a waitlist; all changes are made, or none
         * @description Units and days belong to a batch: with several batches, change those of each batch instead.
         */
        patch: operations["updateWaitlist"];
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an act would do, and to how many shoppers, before it is done */
        get: operations["previewWaitlistAct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A whole HTML page that sells the product, to paste into the store */
        get: operations["getWaitlistPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make or change up to 1,000 waitlists: rows with an `id` change, rows without one make */
        post: operations["writeWaitlists"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a draft open by itself at its launch time */
        post: operations["scheduleWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a scheduled waitlist a draft again */
        post: operations["unscheduleWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sell from now on */
        post: operations["openWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop selling; shoppers who are already paying may finish */
        post: operations["pauseWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sell again */
        post: operations["resumeWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End it for good; pre-orders stay */
        post: operations["closeWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/lowest-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lowest price of 30 days of each variant, on which a struck price must be based in the EU */
        get: operations["getLowestPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All waitlists as CSV, a row for each variant
         * @description Streamed. It can be changed in a spreadsheet and sent back to `importWaitlists`.
         */
        get: operations["exportWaitlists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/{waitlist_id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The batches of a waitlist, in the order in which they are sold */
        get: operations["listBatches"];
        put?: never;
        /** Add a delivery, sold after the earlier batches, whichever ships first */
        post: operations["addBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The batches of all waitlists: those that line items wait for first, by ship window, unless `sort` says otherwise */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One batch with its units and every count of arrived units */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set how many units of the given variants it may sell, in total */
        patch: operations["updateBatch"];
        trace?: never;
    };
    "/admin/api/v1/batches/{batch_id}/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record how many units of the given variants have arrived, in total */
        post: operations["recordArrival"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the units of up to 1,000 variants in batches: what may be sold, and what has arrived
         * @description Every number is a total, so that sending a row twice, or after a lost answer, changes nothing. `allocated` cannot fall below what was bought or is being paid, nor `arrived` below what line items have.
         */
        post: operations["setInventory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/promises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ship windows that were promised, the newest first, and what shoppers answered */
        get: operations["listPromises"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/promises/{promise_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One promise, and how many were told and asked of it */
        get: operations["getPromise"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/batches/{batch_id}/promise-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many shoppers would be told and asked if the dates moved */
        get: operations["previewMove"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/promises/{promise_id}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which pre-orders were told or asked of a promise, and what they answered */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/promises.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The evidence as CSV: a row for each notice, with its mail, answer and times
         * @description Streamed, however many there are. It holds references and dates, and nothing about the person.
         */
        get: operations["exportPromises"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/batches/{batch_id}/promises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Promise another ship window for a batch: shoppers who wait are told or asked */
        post: operations["moveBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The releases of the store, the newest first */
        get: operations["listReleases"];
        put?: never;
        /**
         * Hand out what has arrived, the oldest first: units, charges, orders
         * @description Workers do it. Read the release to follow them.
         */
        post: operations["startRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/releases/{release_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The progress of a release */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/batches/{batch_id}/release-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who would get what, and what would be charged, before it is done */
        get: operations["previewRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/releases/{release_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a release: it hands out no more units. One that has ended stays as it is */
        post: operations["stopRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The discount codes of the store, the newest first, 500 at most */
        get: operations["listDiscounts"];
        put?: never;
        /** Make a discount code */
        post: operations["createDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/discounts/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One discount code, and how often it was used */
        get: operations["getDiscount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/discounts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make up to 1,000 discount codes */
        post: operations["createDiscounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/discounts/{code}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a discount code: new checkouts cannot use it, pre-orders keep their discount */
        post: operations["endDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pre-orders of the store, the newest first unless `sort` says otherwise */
        get: operations["listPreorders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pre-orders as CSV with a row for each line item, safe to open in a spreadsheet
         * @description Streamed, however many there are. Without `preorders:personal` the columns about the shopper are empty. A `q` that may find more than a search shows is refused: `invalid_parameter`.
         */
        get: operations["exportPreorders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One pre-order with its line items, their places in the queue, what was sent and what was told */
        get: operations["getPreorder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that happened to a pre-order, the oldest first */
        get: operations["getPreorderTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/ready-to-send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is ready to send, a parcel for each pre-order with released line items, the oldest pre-orders first */
        get: operations["listReadyToSend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/ready-to-send/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much is ready to send, by waitlist and country */
        get: operations["countReadyToSend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/ready-to-send.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is ready to send as CSV for a carrier, with a row for each parcel, safe to open in a spreadsheet
         * @description Streamed, however many there are. Without `preorders:personal` the columns about the shopper are empty. What is not paid yet, and what you may want to keep back (`waits_for`), is left out.
         */
        get: operations["exportReadyToSend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The saved views of the list of pre-orders, by name */
        get: operations["listPreorderViews"];
        put?: never;
        /** Save a view of the list of pre-orders for everybody in the store */
        post: operations["createPreorderView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a saved view, for everybody in the store */
        delete: operations["removePreorderView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel line items; what was paid is refunded */
        post: operations["cancelPreorder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give back a part of what line items have paid; they go on */
        post: operations["refundLine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release line items by hand, because they have arrived; this charges the balance */
        post: operations["releaseLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that line items came back */
        post: operations["returnLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/go-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release and charge it in its turn, although a payment is disputed or was taken back */
        post: operations["goOnDespiteDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record an answer to a moved date that did not come by the link */
        post: operations["answerForShopper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the delivery address within the same country */
        put: operations["changeAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the e-mail address; both addresses get a mail, and earlier links end */
        put: operations["changeContact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/resend-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the confirmation again */
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/fulfilments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that line items left the store together; the customer gets a mail */
        post: operations["sendLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/fulfilments/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct how a fulfilment is followed
         * @description What is left out stays; an empty text takes it away.
         */
        patch: operations["correctFulfilment"];
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/fulfilments/{number}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that a fulfilment is with the customer */
        post: operations["deliverFulfilment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send, cancel, deliver, release, refund, write to or note something on up to 1,000 pre-orders
         * @description With `dry_run` each row is decided by itself, and nothing is kept: two rows of one request about the same line items do not know of each other.
         */
        post: operations["changePreorders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write to the customer: a mail in their language with your words, which also stand on the status page */
        post: operations["writeToShopper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Note something about a pre-order, for colleagues; the customer never sees it */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/preorders/{reference}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a note */
        delete: operations["removeNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The orders that were handed to the store's own system, the newest first */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/orders/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand over again what the store's system refused */
        post: operations["retryOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have what was sent come back, where the service leaves that to you */
        post: operations["openReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/return/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say how the parcel of a return is followed: the proof that it was sent */
        post: operations["trackReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/return/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that the goods are back, or a part of them: everything paid for them goes back at once */
        post: operations["receiveReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Declarations by which people withdraw from a contract, the newest first */
        get: operations["listWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One withdrawal, with its receipts */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is known of a withdrawal and its pre-order, as evidence
         * @description Needs `preorders:personal` too.
         */
        get: operations["getWithdrawalEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say which pre-order a withdrawal is about; its customer gets the receipt too */
        post: operations["matchWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that a withdrawal is dealt with: cancelled or returned, and the money given back */
        post: operations["settleWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/withdrawals/{withdrawal_id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say why a withdrawal leads to nothing; tell the person yourself */
        post: operations["refuseWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mails to customers, the newest first */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/mails/{mail_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One mail, with its text for those who have `preorders:personal` too
         * @description What makes its links work is hidden. Send the mail again if the customer needs one.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/mails/{mail_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a mail again; if it was already sent, as a new mail */
        post: operations["resendMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The addresses that get no more mails, the newest first */
        get: operations["listSuppressions"];
        put?: never;
        /** Send no more mails to an address, after a bounce or a complaint */
        post: operations["suppressAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/suppressions/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Allow mails to an address again */
        post: operations["allowAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who bought in the store, the one with the newest pre-order first
         * @description A page may have fewer customers than `limit` although `meta.next` names another one.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/customers/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One customer: what they bought, spent, asked, and what was mailed and noted */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Everything that is stored about a person, as JSON */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/people/erasure-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an erasure of a person would take away; changes nothing */
        post: operations["planErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what names a person; pre-orders, money and stock stay under a pseudonym
         * @description Refused with `preorders_open` while goods are owed, unless `open_too`. `job_running`: try again in a moment.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/privacy-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the commerce platform asked on behalf of people, the newest first */
        get: operations["listPrivacyRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/privacy-requests/{request_id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that a person who asked for their data has got it */
        post: operations["endPrivacyRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The payment account, the address for its webhooks, and whether it works */
        get: operations["getPaymentAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payments that a shopper's bank disputes, the newest first */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refunds that the provider refuses, the oldest first */
        get: operations["listOwedRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the account's list of payments with the ledger; by default of the last 30 days */
        get: operations["comparePayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/refunds/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try all refused refunds again now */
        post: operations["retryOwedRefunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connect an account, or give it new keys; tests the key with one call */
        post: operations["connectPaymentAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End new payments; the keys stay while pre-orders need them */
        post: operations["disconnectPaymentAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/pace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how many calls a second all processes together may make with the account */
        put: operations["setPaymentPace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The money that was taken and given back, the newest first; by default of the last 30 days */
        get: operations["listMovedMoney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/payments/moved.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The money that was taken and given back as CSV, safe to open in a spreadsheet
         * @description Streamed, however much there is. The provider's own fees are not in it: they stand in its reports, by the same ids.
         */
        get: operations["exportMovedMoney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payments without a result yet, the oldest first */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/attempts/{attempt_id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop waiting for the provider: the units go back when their hold ends, and a late success is undone */
        post: operations["abandonAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/ledger/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that stock, money and notices to shoppers agree */
        get: operations["auditBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhook endpoints of the store */
        get: operations["listWebhooks"];
        put?: never;
        /** Add an endpoint; its secret is in this answer */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook endpoint */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete it, with its secret and its log */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /** Change its address, types, description or personal data, or switch it on or off */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The secrets that sign the messages of an endpoint */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret; for 24 hours both sign */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send it messages again, from now on */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send it no more messages; those that wait are given up */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The messages of an endpoint with their tries, the newest first */
        get: operations["listWebhookMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message with its body and each try */
        get: operations["getWebhookMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test message at once, and tell what came back */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/webhooks/{webhook_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send messages again, with their ids
         * @description Either one message, or all that it did not accept.
         */
        post: operations["resendWebhookMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What needs the merchant, the newest first */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/alerts/{alert_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an alert as done; it comes back if its cause is still there */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Background work that is not done: the dead first, then failing, running and waiting */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job, with its reason */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run dead or failing jobs again at once, with all their tries */
        post: operations["retryJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/measures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often placements were shown, clicked and bought from, by day and waitlist */
        get: operations["getMeasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/placements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** On which pages placements were seen, and what keeps them from selling */
        get: operations["getPlacements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sold, booked, cancelled, released, charged and refunded, by day and by waitlist
         * @description Each is measured at its own time: what was sold in March may be charged and released in June.
         */
        get: operations["getSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/sell-through/{waitlist_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The units of a waitlist at the end of each day: for sale, and sold */
        get: operations["getSellThrough"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many placements were shown, clicked and bought from, added up */
        get: operations["getFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Withdrawals by product: how many, of how many line items, and how long after the order */
        get: operations["getWithdrawalsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/forecasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the waitlists that sell now will be sold out, and how sure that is */
        get: operations["listForecasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/open-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much waits for somebody
         * @description Each number is what its list shows, up to 200, and null where the token lacks the scope of that list.
         */
        get: operations["getOpenWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/reports/{report}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A report as CSV, safe to open in a spreadsheet
         * @description `sell-through` demands `waitlist_id`. `forecasts` and `deliveries` are of now and have no period.
         */
        get: operations["exportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/test-clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What time brings next in a store, and what it has brought to a test store */
        get: operations["getTestClock"];
        put?: never;
        /**
         * Let time pass in a test store
         * @description Everything in the store becomes older by so much: an order of today was then placed days ago. Holds, deadlines, charges and mails follow within a minute. A live store is refused with `clock_not_movable`.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/store/test-store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a test store beside the store that you act in
         * @description With its settings, look, words, products, and its waitlists that are not closed. It has keys of its own, and no shopper, pre-order, secret or payment account. A store has one; to copy again, delete it.
         */
        post: operations["copyAsTestStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/rehearsals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last twenty rehearsals of the store, the newest first */
        get: operations["listRehearsals"];
        put?: never;
        /**
         * Rehearse the launch of a waitlist with simulated shoppers on a copy of the store
         * @description A worker runs it in a database of its own: nothing is sold, charged or mailed. Read it again for its progress. A store has one at a time (`rehearsal_running`).
         */
        post: operations["startRehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/rehearsals/{rehearsal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One rehearsal, with its progress and its report */
        get: operations["getRehearsal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/rehearsals/{rehearsal_id}/{sheet}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A part of a rehearsal’s report as CSV, safe to open in a spreadsheet
         * @description `sales`: what each variant would sell, and when. `countries`: to whom.
         */
        get: operations["exportRehearsal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/rehearsals/{rehearsal_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a rehearsal; its report says how far it came */
        post: operations["stopRehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All API tokens of the store, the newest first */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make an API token; its secret is in this answer alone
         * @description A new token has only scopes that you have yourself.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a token; the next request with it is refused */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The activity log: who changed what, the newest first */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who works in the store, and as what */
        get: operations["listStaff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/staff/{staff_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One staff member */
        get: operations["getStaff"];
        put?: never;
        post?: never;
        /**
         * Take a staff member out of the store
         * @description You need every scope of the roles that you give or take, and of the tokens that you keep.
         */
        delete: operations["removeStaff"];
        options?: never;
        head?: never;
        /**
         * Change the role of a staff member; it holds from their next request on
         * @description You need every scope of the roles that you give or take, and of the tokens that you keep.
         */
        patch: operations["updateStaff"];
        trace?: never;
    };
    "/admin/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open invitations, the newest first */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person by a mail with a link; an open invitation of the same address ends
         * @description You need every scope of the roles that you give or take, and of the tokens that you keep.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End an open invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/catalog/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add and update products from a file of products as platforms export it: the file itself is the body
         * @description Products that are not in the file stay as they are. Rows that cannot be taken in are refused one by one, in `issues`; a file that cannot be read to its end changes nothing. With `dry_run=true` nothing is written. One import of a store runs at a time.
         */
        post: operations["importCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/v1/waitlists/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make and change waitlists from a CSV as `exportWaitlists` writes it: the file itself is the body
         * @description Rows with a `waitlist_id` change that waitlist, and rows without one make a draft for their product. Empty cells leave things as they are. Each waitlist is changed as a whole or not at all; a refused one does not stop the others. With `dry_run=true` everything is decided and nothing is kept.
         */
        post: operations["importWaitlists"];
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
        Error: {
            meta: {
                /** @enum {string} */
                result: "error";
                request_id: string;
            };
            error: {
                /** @description A stable code, listed at /docs/errors. */
                code: string;
                /** @description A text for people, which may change. */
                message: string;
                /** @description The parameter or field that caused the error. */
                param?: string;
                data?: {
                    [key: string]: string | number | boolean | null;
                };
                /** @description All that is wrong, where several things are. The first is the error itself. */
                errors?: {
                    /** @description A stable code, listed at /docs/errors. */
                    code: string;
                    /** @description A text for people, which may change. */
                    message: string;
                    /** @description The parameter or field that caused the error. */
                    param?: string;
                    data?: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
            };
        };
        Waitlist: {
            /** Format: uuid */
            id: string;
            /** @description `OPEN`: only open waitlists are listed. */
            state: string;
            product: {
                /** @description The product's id in the connected store. */
                id: string;
                /** @description The product's code (handle) in the connected store. */
                product_code: string;
            };
            /** @description When it ships, as shown to shoppers in the store's language, e.g. `10–15 June 2026`. */
            display_dispatch_date: string;
            /** @description What is paid when, in the store's language; null where there is nothing to say. */
            payment_plan_descriptions: {
                short: string;
                long: string;
            } | null;
            /** @description The commerce platform's selling plan, where it has one. */
            selling_plan_id: string | null;
            /** @description Whether the waitlist was given a launch date. */
            is_scheduled: boolean;
            /** @description The launch date it was given. */
            launch_date: string | null;
        };
        AvailabilityVariant: {
            /** @description The variant's id in the connected store. */
            id: string;
            /** @description Empty when the variant has none. SKUs need not be unique. */
            sku: string;
            /** @description Whether units are left on the open waitlist. */
            available: boolean;
            /** @description Units left on the open waitlist. */
            available_stock: number;
            /** @description Units on the store’s own shelf. */
            available_in_stock: number;
            /** @description Whether the store sells more than its own stock. */
            oversell_enabled: boolean;
            /** @description The open waitlist that sells this variant. */
            waitlist_id: string | null;
            /** @description Not pre-ordered now: the waitlist sells what is in stock first, and `available_in_stock` is above 0. */
            left_to_shelf: boolean;
        };
        Availability: {
            /** @description The product's id in the connected store. */
            id: string;
            /** @description The product's code (handle) in the connected store. */
            product_code: string;
            /** @description Whether the product has an open waitlist, even if no units are left. */
            available: boolean;
            /** @description Units left on the open waitlist, all variants together. */
            available_stock: number;
            variants: components["schemas"]["AvailabilityVariant"][];
        };
        StateWaitlist: {
            /** Format: uuid */
            id: string;
            /** @description `OPEN`: only open waitlists are listed. */
            state: string;
            product: {
                /** @description The product's id in the connected store. */
                id: string;
                /** @description The product's code (handle) in the connected store. */
                product_code: string;
            };
            /** @description When it ships, as shown to shoppers in the store's language, e.g. `10–15 June 2026`. */
            display_dispatch_date: string;
            /** @description What is paid when, in the store's language; null where there is nothing to say. */
            payment_plan_descriptions: {
                short: string;
                long: string;
            } | null;
            /** @description The commerce platform's selling plan, where it has one. */
            selling_plan_id: string | null;
            /** @description Whether the waitlist was given a launch date. */
            is_scheduled: boolean;
            /** @description The launch date it was given. */
            launch_date: string | null;
            /** @description Units that the waitlist has left: of the product, or of the variant that was asked for. */
            units_left: number;
            /** @description `service`: the checkout of this service. `native`, the checkout of the store’s platform, is never listed. */
            compatible_checkouts: string[];
        };
        ProductState: {
            /** @description The product's id in the connected store. */
            id: string;
            /** @description The product's code (handle) in the connected store. */
            product_code: string;
            product: {
                /** @description The product's id in the connected store. */
                id: string;
                /** @description The product's code (handle) in the connected store. */
                product_code: string;
                /** @description The same as `product_code`. */
                handle: string;
            };
            /**
             * @description `AVAILABLE_IN_STOCK`: the store itself has it on the shelf; else `ON_PREORDER`: units are left on an open waitlist; `SOLD_OUT`: none are left there; `NO_OPEN_WAITLISTS`. A product is what the best of its variants is, in this order.
             * @enum {string}
             */
            state: "NO_OPEN_WAITLISTS" | "AVAILABLE_IN_STOCK" | "ON_PREORDER" | "SOLD_OUT";
            /** @description The product's open waitlist, in every state of the product. */
            waitlist: components["schemas"]["StateWaitlist"] | null;
        };
        VariantState: {
            /** @description The variant's id in the connected store. */
            id: string;
            /** @description Empty when the variant has none. SKUs need not be unique. */
            sku: string;
            product: {
                /** @description The product's id in the connected store. */
                id: string;
                /** @description The product's code (handle) in the connected store. */
                product_code: string;
                /** @description The same as `product_code`. */
                handle: string;
            };
            /**
             * @description `AVAILABLE_IN_STOCK`: the store itself has it on the shelf; else `ON_PREORDER`: units are left on an open waitlist; `SOLD_OUT`: none are left there; `NO_OPEN_WAITLISTS`. A product is what the best of its variants is, in this order.
             * @enum {string}
             */
            state: "NO_OPEN_WAITLISTS" | "AVAILABLE_IN_STOCK" | "ON_PREORDER" | "SOLD_OUT";
            /** @description The open waitlist that sells this variant, in every state of the variant. */
            waitlist: components["schemas"]["StateWaitlist"] | null;
        };
        AdminStore: {
            /** Format: uuid */
            id: string;
            /** @description The name of the store on the command line. */
            slug: string;
            /**
             * @description For the life of the store.
             * @enum {string}
             */
            mode: "test" | "live";
            /** @description The key of pages: `api_key` of the public API. */
            public_key: string;
            /** @description As shoppers read it. */
            name: string;
            legal_name: string;
            legal_address: string;
            return_address: string;
            contact_email: string;
            /** @description The telephone number for shoppers. Null: none. */
            contact_phone: string | null;
            terms_url: string;
            privacy_url: string;
            /** @description The page about the right of withdrawal. Null: none. */
            withdrawal_url: string | null;
            /** @description Days to withdraw after the day of delivery, from 14; null: as many as the law gives. For earlier pre-orders too. */
            withdrawal_days: number | null;
            /**
             * @description Who may withdraw: shoppers whose country has a law for it, or everyone.
             * @enum {string}
             */
            withdrawal_for: "law" | "everyone";
            /**
             * @description The delivery that begins the days: of the last parcel of a pre-order, or of the own parcel of a line item.
             * @enum {string}
             */
            withdrawal_counts_from: "order" | "line";
            /**
             * @description Whether shoppers read the lowest price of 30 days beside a struck one: where a country that the waitlist ships to has a law for it, always or never.
             * @enum {string}
             */
            lowest_price: "law" | "always" | "never";
            /**
             * @description Where shoppers tick a box to agree to the terms: where the law does not allow a sentence at the button, or always. It holds for units that are held from then on.
             * @enum {string}
             */
            terms_box: "law" | "always";
            /**
             * @description Who pays for sending goods back after a withdrawal, as the instructions on withdrawal say.
             * @enum {string}
             */
            return_costs: "shopper" | "store";
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimals of its amounts; null while they are not confirmed. */
            currency_digits: number | null;
            time_zone: string;
            /** @description Where the store is (ISO 3166-1). Null: not said. */
            country: string | null;
            /** @description The service that completes addresses in the checkout. Null: none. */
            address_search: string | null;
            /** @description Countries where the carrier needs a telephone number: the checkout demands it there and says why. Elsewhere it is optional. */
            phone_countries: string[];
            locale: string;
            prices_include_tax: boolean;
            hold_minutes: number;
            live_holds_per_email_max: number;
            live_holds_per_address_max: number;
            payment_days: number;
            /** @description How long a customer can undo a withdrawal that somebody else may have declared, before the service acts on it. */
            withdrawal_undo_hours: number;
            keep_checkout_days: number;
            /** @description Null: contacts are kept. */
            keep_preorder_days: number | null;
            /** @description What is given back of one pre-order above it needs `refunds:large`, and of staff a fresh proof. Null: no limit. */
            refund_limit: string | null;
            /** @description Staff without a second factor may not work in the store. */
            second_factor_required: boolean;
            ask_after_days: number;
            answer_days: number;
            /** @description What no answer to a moved date means: `wait` or `cancel`. */
            silence: string;
            marketing_box: string;
            marketing_texts: {
                [key: string]: string;
            };
            /** @description Pages that may show the checkout. */
            origins: string[];
            shipping: {
                country: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                amount: string;
            }[];
            tax: {
                country: string;
                region: string;
                percent: number;
                basis_points: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description The store of which this is the test store. */
            copy_of: string | null;
            /** @description The slug of the test store that was copied from this one. */
            test_store: string | null;
        };
        AdminBrand: {
            /** @description Of buttons and links: `#` and six hexadecimal digits. Null: ours. */
            accent: string | null;
            /** @description Of the page. Null: ours. */
            ground: string | null;
            /** @description Of the page on a dark screen. Null: ours. */
            ground_dark: string | null;
            /** @description Of corners, in pixels. Null: ours. */
            radius: number | null;
            /** @description Null: none. */
            logo: {
                url: string;
                type: string;
                width: number;
                height: number;
            } | null;
            /** @description Null: that of the system. */
            font: {
                url: string;
                type: string;
                weight_min: number;
                weight_max: number;
            } | null;
            /** @description The name that mails are from. Null: that of the store. */
            sender_name: string | null;
            /** @description Where answers to mails go. Null: the contact of the store. */
            reply_to: string | null;
        };
        AdminGuaranteeNotices: {
            notices: {
                /** @description Of its readers, such as `de`. */
                language: string;
                /** @description ISO 3166-1: for shoppers of this country. Null: for those of all others. */
                country: string | null;
                url: string;
                type: string;
                /** @description In pixels. */
                width: number;
                /** @description In pixels. */
                height: number;
            }[];
        };
        AdminGuaranteeLabel: {
            /** @description Null: none. */
            label: {
                url: string;
                type: string;
                /** @description In pixels. */
                width: number;
                /** @description In pixels. */
                height: number;
            } | null;
        };
        AdminText: {
            /** @description Its name, such as `mail.placed.subject`. */
            key: string;
            /** @description Where it stands: `button`, or a kind of mail such as `placed`. */
            group: string;
            /** @enum {string} */
            part: "label" | "subject" | "title" | "text";
            /** @description Our text in this language. */
            original: string;
            /** @description The words of the store; null where ours hold. */
            text: string | null;
            /** @description Names that a text may have in braces, such as `{store}`. */
            variables: string[];
            /** @description Those of them that a text must have. */
            required: string[];
        };
        AdminProduct: {
            /** @description The product's id in the connected store. */
            id: string;
            /** @description The service made the id, because it does not know the one of the platform. */
            id_made: boolean;
            /** @description Ids that it had before. They still find it. */
            earlier_ids: string[];
            /** @description The product's code (handle) in the connected store. */
            product_code: string;
            title: string;
            vendor: string;
            /** @description Its picture in the catalogue; null without one. */
            image_url: string | null;
            option_names: string[];
            currency: string;
            variants: {
                /** @description The variant's id in the connected store. */
                id: string;
                id_made: boolean;
                earlier_ids: string[];
                /** @description Empty when the variant has none. SKUs need not be unique. */
                sku: string;
                title: string;
                /** @description Null when the catalogue has none. */
                price: string | null;
                /** @description The regular price, where there is one. */
                compare_at_price: string | null;
                /** @description It is no longer in the catalogue. */
                gone: boolean;
            }[];
            /** Format: date-time */
            updated_at: string;
        };
        AdminSafety: {
            product: {
                id: string;
                product_code: string;
            };
            /** @description Which of the two shoppers read: what a person typed goes before what the catalogue says. Null: neither. */
            shown: ("hand" | "catalogue") | null;
            /** @description Shoppers read the name, the address and a contact of the maker. */
            names_maker: boolean;
            /** @description What a person typed. */
            hand: {
                /** @description Who made the product. */
                maker: {
                    /** @description One line. */
                    name: string;
                    /** @description The postal address, in lines. */
                    address: string;
                    /** @description An e-mail address, or a web address. */
                    contact: string;
                } | null;
                /** @description Who answers for it in the EU. Null where the maker is there. */
                responsible_person: {
                    /** @description One line. */
                    name: string;
                    /** @description The postal address, in lines. */
                    address: string;
                    /** @description An e-mail address, or a web address. */
                    contact: string;
                } | null;
                /** @description Warnings and safety information, by language: `de`. */
                warnings: {
                    [key: string]: string;
                };
            } | null;
            /** @description What the platform or a file says. */
            catalogue: {
                /** @description Who made the product. */
                maker: {
                    /** @description One line. */
                    name: string;
                    /** @description The postal address, in lines. */
                    address: string;
                    /** @description An e-mail address, or a web address. */
                    contact: string;
                } | null;
                /** @description Who answers for it in the EU. Null where the maker is there. */
                responsible_person: {
                    /** @description One line. */
                    name: string;
                    /** @description The postal address, in lines. */
                    address: string;
                    /** @description An e-mail address, or a web address. */
                    contact: string;
                } | null;
                /** @description Warnings and safety information, by language: `de`. */
                warnings: {
                    [key: string]: string;
                };
            } | null;
        };
        AdminImport: {
            dry_run: boolean;
            rows: {
                read: number;
                refused: number;
            };
            /** @description The currency in which prices were read: that of the store. */
            currency: string;
            /** @description Null when the file has no column of prices. */
            price_column: string | null;
            /** @description Hints that prices of the file may be other than they were read. */
            warnings: {
                /** @description `other_currency`, `price_columns_not_read` or `prices_rounded`. */
                code: string;
                column?: string;
                currencies?: string[];
                rows?: number;
                /** @description How one of the prices was read, such as `1.299 → 1.30`. */
                example?: string;
                columns?: string[];
            }[];
            products: {
                created: number;
                updated: number;
                unchanged: number;
            };
            variants: {
                created: number;
                updated: number;
                unchanged: number;
                gone: number;
            };
            /** @description By which ids products and variants are known. */
            ids?: {
                /** @description The column with the ids of products. Null when the file has none. */
                product_column: string | null;
                /** @description The column with the ids of variants. Null when the file has none. */
                variant_column: string | null;
                /** @description Those of the file whose id the service made, because it does not know the one of the platform. */
                made: {
                    products: number;
                    variants: number;
                };
                /** @description Those that have another id than before. The earlier one still finds them. */
                changed: {
                    products: number;
                    variants: number;
                };
            };
            /** @description Why rows were refused: the first 1,000 reasons. */
            issues: {
                /** @description From 1, with the header. */
                line: number;
                column: string;
                code: string;
                /** @description In English. */
                reason: string;
                /** @description The reason as a stable name, such as `not_amount`; null where it has none. */
                reason_code: string | null;
                /** @description What the reason speaks of. */
                reason_values: {
                    [key: string]: string | number | boolean | null;
                } | null;
                product_code: string;
                /** @description Of the product; empty where it is not known. */
                title?: string;
            }[];
            /** @description Reasons beyond those. */
            issues_left_out: number;
        };
        AdminRunningImport: {
            /**
             * @description `none`: nothing runs here. `waiting`: for another import of the store.
             * @enum {string}
             */
            step: "none" | "uploading" | "reading" | "waiting" | "comparing" | "writing";
            /** @description Rows that were read so far. */
            rows: number;
            /** @description Of `total`, while it writes. */
            done: number;
            total: number;
        };
        AdminMovingIn: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "preorders" | "waitlists";
            /**
             * @description A worker does `checking`, `importing` and `undoing`; read the import again to follow it.
             * @enum {string}
             */
            state: "checking" | "checked" | "importing" | "done" | "undoing" | "undone";
            file_name: string;
            raise: boolean;
            mails: boolean;
            /** @description Null: every row has to say it. */
            paid: ("all" | "none") | null;
            made_by: string;
            /** @description Rows of the file. */
            rows: number;
            /** @description Rows that were not looked at yet. */
            waiting: number;
            /** @description Rows that can come in. */
            ready: number;
            /** @description Rows that came in. */
            imported: number;
            /** @description Rows that an import brought in before. */
            exists: number;
            /** @description Rows that are over elsewhere. */
            skipped: number;
            /** @description Rows that were refused. */
            refused: number;
            /** @description Rows that were taken back. */
            undone: number;
            /** @description Rows that stayed when it was undone, because something had happened to them. */
            kept: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AdminMovingRow: {
            /** @description Its place in the file, from 1. */
            number: number;
            /** @description Of the file: the line of a CSV, the element of a JSON list. */
            line: number;
            /** @description What it is called elsewhere. */
            reference: string;
            /** @description Null until it was looked at. */
            fate: ("ready" | "imported" | "exists" | "skipped" | "refused" | "undone" | "kept") | null;
            /** @description The reference of the pre-order, or the id of the waitlist, that it became. */
            made: string | null;
            /** @description Null unless it was refused. */
            error: {
                code: string;
                /** @description In English. */
                message: string;
                /** @description The column. */
                param: string | null;
                /** @description What the code and the column do not say: a stable `reason`, and values. */
                data: {
                    [key: string]: string | number | boolean | null;
                } | null;
                /** @description All that is wrong with the row, where several things are. The first is the error itself. */
                errors?: {
                    code: string;
                    /** @description In English. */
                    message: string;
                    /** @description The column. */
                    param: string | null;
                    /** @description What the code and the column do not say: a stable `reason`, and values. */
                    data: {
                        [key: string]: string | number | boolean | null;
                    } | null;
                }[];
            } | null;
            /** @description Which parts of a row became something else than it says, such as a language without texts. */
            notes: {
                /** @description In English. */
                message: string;
                /** @description The column. */
                param: string;
                data: {
                    [key: string]: string | number | boolean | null;
                };
            }[];
        };
        AdminMappedIds: {
            /** @description How many products have another id or code than before. */
            products: number;
            /** @description How many variants have another id than before. */
            variants: number;
        };
        AdminIdFinding: {
            /** @description The id as it is read: of `gid://…/123`, `123`. */
            id: string;
            /** @description What has the id; null when nothing has. */
            found: ("product" | "variant") | null;
            /** @description It is an id that the product or variant had earlier. */
            earlier: boolean;
            /** @description Why nothing has the id: it is the handle or SKU of something, something has nearly this id, the service made the ids of the catalogue, the catalogue is empty, or none of that. Null when something has it. */
            why: ("handle" | "sku" | "similar" | "ids_made" | "empty" | "unknown") | null;
            /** @description The product that has the id, or that `why` is about. */
            product: {
                id: string;
                product_code: string;
                title: string;
            } | null;
            /** @description The variant that has the id, or that `why` is about. */
            variant: {
                id: string;
                sku: string;
                title: string;
            } | null;
            /** @description The same in words, for a developer. */
            message: string;
        };
        AdminWaitlist: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "DRAFT" | "SCHEDULED" | "OPEN" | "PAUSED" | "CLOSED";
            /** @description It sells now. */
            open: boolean;
            product: {
                id: string;
                product_code: string;
                title: string;
            };
            /** @description The ship window that holds now. Each move has a new version. */
            ship_window: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            /** @description Null: no limit. */
            limit_per_customer: number | null;
            /** @description Shoppers see their place in the queue. */
            show_position: boolean;
            /** @description A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty. */
            shelf_first: boolean;
            /** @description The countries to which it ships, of those of the store (`DE`); null: all of them. */
            countries: string[] | null;
            /** @description Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then. */
            withdrawal_exclusion: ("market_price" | "personalised" | "perishable" | "hygiene" | "mixed" | "vintage" | "media" | "periodical") | null;
            /** @description In the order in which they are sold. */
            batches: {
                /** Format: uuid */
                id: string;
                position: number;
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                left: number;
            }[];
            /** @description When it opens by itself. */
            launches_at: string | null;
            /** @description When it closes by itself. */
            closes_at: string | null;
            /** @description What “Learn more” says of it. */
            text: string;
            /** @enum {string} */
            payment_plan: "pay_now" | "pay_later" | "deposit";
            /** @description A share of the total with shipping and tax, or an amount for each unit; null without a deposit. */
            deposit: ({
                percent: number;
            } | {
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                amount: string;
            }) | null;
            deposit_refundable: boolean;
            currency: string;
            variants: {
                /** @description The variant's id in the connected store. */
                id: string;
                sku: string;
                title: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                price: string;
                /** @description Struck through beside the price, where there is one. */
                compare_at_price: string | null;
                allocated: number;
                held: number;
                sold: number;
                left: number;
                gone: boolean;
                /** @description Not pre-ordered now: `shelf_first`, and it is in stock. */
                left_to_shelf: boolean;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Null before it opened. */
            opened_at: string | null;
            /** @description Null before it closed. */
            closed_at: string | null;
        };
        AdminLowestPrices: {
            /** @description Shoppers read the lowest price beside a struck one. */
            shown: boolean;
            currency: string;
            variants: {
                /** @description The variant's id in the connected store. */
                id: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                price: string;
                /** @description The struck price. */
                compare_at_price: string | null;
                /**
                 * Format: decimal
                 * @description The lowest of the 30 days before the present price began; the present price where none before it is known.
                 */
                lowest_price: string;
                /** @description The lowest of the 30 days until now, which counts for a price that would begin now. Null: none is known. */
                lowest_price_until_now: string | null;
            }[];
        };
        AdminWaitlistImport: {
            dry_run: boolean;
            /** @description Rows of waitlists that were made. */
            created: number;
            /** @description Rows of waitlists that were changed. */
            changed: number;
            /** @description Rows that say what is so already. */
            unchanged: number;
            /** @description Rows that were refused. */
            refused: number;
            /** @description What became of each row, in the order of the file. Rows of one waitlist share it. */
            rows: {
                /** @description Of the file, from 1 with the header. */
                line: number;
                /** @enum {string} */
                result: "created" | "changed" | "unchanged" | "refused";
                /** @description Null where nothing was made. */
                waitlist_id: string | null;
                /** @description As the file names it, else the code of the product. */
                product: string;
                /** @description As the file names it. */
                variant: string;
                /** @description Null unless it was refused. */
                error: {
                    code: string;
                    /** @description In English. */
                    message: string;
                    /** @description The column. */
                    param: string | null;
                    /** @description What the code and the column do not say: a stable `reason`, and values. */
                    data: {
                        [key: string]: string | number | boolean | null;
                    } | null;
                    /** @description All that is wrong with the rows of this waitlist, where several things are. The first is the error itself. `data` has the `line` of what stands in one row. */
                    errors?: {
                        code: string;
                        /** @description In English. */
                        message: string;
                        /** @description The column. */
                        param: string | null;
                        /** @description What the code and the column do not say: a stable `reason`, and values. */
                        data: {
                            [key: string]: string | number | boolean | null;
                        } | null;
                    }[];
                } | null;
                /** @description Prices of this row that shoppers see, and that change to nothing, from nothing, or by 30 % and more: a person should be asked. Absent where there are none. */
                steep_prices?: {
                    variant: string;
                    currency: string;
                    /**
                     * Format: decimal
                     * @description An amount in `currency`, as a decimal such as `129.00`.
                     */
                    before: string;
                    /**
                     * Format: decimal
                     * @description An amount in `currency`, as a decimal such as `129.00`.
                     */
                    after: string;
                }[];
            }[];
        };
        AdminBatch: {
            /** Format: uuid */
            id: string;
            /** @description From 1: batches are sold in this order. */
            position: number;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                product_code: string;
            };
            /** @description The ship window that holds now. Each move has a new version. */
            ship_window: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            variants: {
                id: string;
                sku: string;
                title: string;
                /** @description Units that it may sell. */
                allocated: number;
                /** @description Being paid for. */
                held: number;
                /** @description Bought. */
                sold: number;
                /** @description Still free to sell. */
                left: number;
                /** @description That have come, in total. */
                arrived: number;
                /** @description Of those that have come, given to line items. */
                released: number;
                /** @description Of those that have come, still free. */
                free: number;
                /** @description Line items that wait for a unit. */
                waiting: number;
                /** @description Of these line items, those whose payment failed. */
                payment_due: number;
            }[];
        };
        AdminBatchDetail: {
            /** Format: uuid */
            id: string;
            /** @description From 1: batches are sold in this order. */
            position: number;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                product_code: string;
            };
            /** @description The ship window that holds now. Each move has a new version. */
            ship_window: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            variants: {
                id: string;
                sku: string;
                title: string;
                /** @description Units that it may sell. */
                allocated: number;
                /** @description Being paid for. */
                held: number;
                /** @description Bought. */
                sold: number;
                /** @description Still free to sell. */
                left: number;
                /** @description That have come, in total. */
                arrived: number;
                /** @description Of those that have come, given to line items. */
                released: number;
                /** @description Of those that have come, still free. */
                free: number;
                /** @description Line items that wait for a unit. */
                waiting: number;
                /** @description Of these line items, those whose payment failed. */
                payment_due: number;
            }[];
            /** @description Every count of arrived units, the newest first, 500 at most. */
            arrivals: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                reason: "counted" | "by_hand";
                /** @description The `key` of the count. */
                key: string | null;
                variants: {
                    /** @description Null for a variant that the batch has no more. */
                    id: string | null;
                    counted: number;
                    delta: number;
                }[];
            }[];
        };
        AdminDelivery: {
            /** Format: uuid */
            id: string;
            /** @description Of the batches of its waitlist, from 1. */
            position: number;
            /** Format: uuid */
            waitlist_id: string;
            waitlist_state: string;
            product: {
                id: string;
                product_code: string;
                title: string;
            };
            ship_window: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
            };
            /**
             * @description `idle`: no shopper waits; `late`: the ship window is over; `ready`: enough has arrived for all who wait; `at_risk`: it begins within 7 days; `on_time`.
             * @enum {string}
             */
            status: "idle" | "ready" | "late" | "at_risk" | "on_time";
            /** @description Units that it may sell. */
            allocated: number;
            /** @description Bought. */
            sold: number;
            /** @description That have come, in total. */
            arrived: number;
            /** @description Of those that have come, given to line items. */
            released: number;
            /** @description Of those that have come, still free. */
            free: number;
            /** @description Line items that wait for a unit. */
            waiting: number;
            /** @description Of these line items, those whose payment failed. */
            payment_due: number;
            /** @description The release that hands out its units now. */
            running_release_id: string | null;
        };
        AdminRelease: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "running" | "stopped" | "done";
            /** Format: uuid */
            batch_id: string;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                product_code: string;
            };
            variants: {
                id: string;
                sku: string;
                title: string;
                /** @description That it hands out. */
                units: number;
                /** @description That it has handed out. */
                released: number;
            }[];
            /** @description That it hands out, of all variants. */
            units: number;
            /** @description That it has handed out. */
            released: number;
            /** @description Line items whose money still moves. */
            charging: number;
            /** @description Line items for which a bank has to decide. */
            disputed: number;
            /** @description Line items that are paid in full. */
            paid: number;
            /** @description Line items whose charge failed. They keep their unit for some days. */
            payment_due: number;
            /** @description Line items that were cancelled: their units went to the next in the queue. */
            given_back: number;
            /** @description Line items that were handed to the store's own system. */
            ordered: number;
            /** Format: date-time */
            created_at: string;
            /** @description Null while it runs. */
            ended_at: string | null;
        };
        AdminPromise: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            waitlist_id: string;
            batch: {
                /** Format: uuid */
                id: string;
                position: number;
            };
            /** @description The title of the product. */
            product: string;
            version: number;
            /** @description The newest promise of the batch. */
            current: boolean;
            ship_window: {
                from: string;
                until: string;
            };
            /** @description For shoppers to read. */
            reason: string;
            /** @description Who moved the date. */
            made_by: string;
            /** Format: date-time */
            created_at: string;
            /** @description Pre-orders that were told. */
            told: number;
            /** @description Pre-orders that were asked. */
            asked: number;
            /** @description Of these, those that wait on. */
            waiting: number;
            /** @description Of these, those that cancelled. */
            cancelled: number;
            /** @description Of these, those that have not answered yet. */
            unanswered: number;
        };
        AdminPreorder: {
            /** Format: uuid */
            id: string;
            /** @description As the shopper knows it. */
            reference: string;
            /** @enum {string} */
            state: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
            /** Format: date-time */
            placed_at: string;
            /**
             * Format: date-time
             * @description When its line items, money, parcels, contact or notes last changed.
             */
            updated_at: string;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                title: string;
            };
            /** @description Null once the shopper was erased, or without the scope `preorders:personal`. */
            contact: {
                email: string;
                address: {
                    [key: string]: string;
                };
            } | null;
            /** @description The id of the customer; null where `contact` is. */
            customer: string | null;
            /** @description The language of the checkout. */
            locale: string;
            currency: string;
            /** @enum {string} */
            payment_plan: "pay_now" | "pay_later" | "deposit";
            deposit_refundable: boolean;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            subtotal: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            discount: string;
            /** @description Null without a code. */
            discount_code: string | null;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            shipping: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            tax: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            total: string;
            /**
             * Format: decimal
             * @description The part that was due when it was placed.
             */
            due_now: string;
            /**
             * Format: decimal
             * @description What was taken from the shopper.
             */
            paid: string;
            /**
             * Format: decimal
             * @description What was given back.
             */
            refunded: string;
            prices_include_tax: boolean;
            marketing_consent: boolean;
            /** @description The text of the box that was shown. */
            marketing_text: string | null;
            /** @description When the shopper decided. */
            marketing_decided_at: string | null;
            /** @description `shopper`, or `store` for a box that was left as it started. */
            marketing_by: string | null;
            /** @description What the shopper agreed to. */
            consent_text: string;
            lines: {
                /** Format: uuid */
                id: string;
                /** @description Position in the pre-order, from 1. */
                number: number;
                /** @enum {string} */
                state: "placed" | "released" | "fulfilled" | "returned" | "payment_due" | "cancelled";
                variant: {
                    id: string;
                    title: string;
                    sku: string;
                };
                /** @description The picture of the variant or its product in the catalogue; null without one. */
                image_url: string | null;
                /** Format: uuid */
                batch_id: string;
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window_now: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                unit_price: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                shipping: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                tax: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                discount: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                total: string;
                /**
                 * Format: decimal
                 * @description The part that was due when it was placed.
                 */
                due_now: string;
                /**
                 * Format: decimal
                 * @description What was taken from the shopper.
                 */
                paid: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description What the merchant keeps of a cancelled line item.
                 */
                kept: string;
                /**
                 * Format: decimal
                 * @description Goodwill of the merchant on a line item that goes on.
                 */
                given_back: string;
                /** @description As the page passed them; null without the scope `preorders:personal`. */
                properties: unknown;
                /** @description Null before. */
                released_at: string | null;
                /** @description Null before. */
                sent_at: string | null;
                /** @description Null before. */
                returned_at: string | null;
                /** @description Null before. */
                cancelled_at: string | null;
                /** @description Null unless it is cancelled. */
                cancel_reason: string | null;
            }[];
        };
        AdminFulfilment: {
            /** @description Position in the pre-order, from 1. */
            number: number;
            /** @description Numbers of the line items in the parcel. */
            lines: number[];
            /** @description Empty where none was given. */
            carrier: string;
            /** @description Empty where none was given, and without the scope `preorders:personal`. */
            tracking_number: string;
            /** @description Empty where none was given, and without the scope `preorders:personal`. */
            tracking_link: string;
            /** Format: date-time */
            sent_at: string;
            /** @description Null until the merchant says that it is with the shopper. */
            delivered_at: string | null;
        };
        AdminNotice: {
            /** Format: uuid */
            id: string;
            /** @description Of the pre-order. */
            reference: string;
            /** @enum {string} */
            kind: "told" | "asked";
            /** Format: date-time */
            at: string;
            /** @description The merchant's words. */
            reason: string;
            ship_window: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            before: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            agreed: {
                /** Format: date */
                from: string;
                /** Format: date */
                until: string;
                version: number;
            };
            days_late: number;
            /** @description The rule that requires the question; null if none does. */
            required_by: string | null;
            /** @description Null if nothing was asked. */
            answer_by: string | null;
            /** @description What no answer means: `wait` or `cancel`. */
            silence: string | null;
            /** @description The answer is awaited. */
            open: boolean;
            /** @description Null unless the answer is awaited. */
            time_to_answer: {
                /** Format: date-time */
                ends_at: string;
                /** @description An outage stops it now. */
                stands_still: boolean;
                stopped_by: {
                    /** @enum {string} */
                    kind: "account" | "worker" | "mail";
                    /** Format: date-time */
                    began_at: string;
                    /** @description Null while it lasts. */
                    ended_at: string | null;
                    /** @description Null where none is known. */
                    reason: string | null;
                }[];
            } | null;
            answers: {
                answer: string;
                given_by: string;
                lines: number;
                /** Format: date-time */
                at: string;
            }[];
            /** @description Null before it is written. */
            mail: {
                message_id: string;
                /** @description Null while it waits. */
                sent_at: string | null;
            } | null;
        };
        AdminOwedRefund: {
            /** @description The reference of the pre-order. */
            preorder: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            amount: string;
            currency: string;
            /** Format: date-time */
            since: string;
            tries: number;
            /** @description The provider's words. */
            reason: string;
            /** Format: date-time */
            next_at: string;
            /** @description It was paid before the move here: give it back where it was paid, then record it (`recordGivenBack`). */
            paid_elsewhere: boolean;
        };
        AdminPreorderDetail: {
            /** Format: uuid */
            id: string;
            /** @description As the shopper knows it. */
            reference: string;
            /** @enum {string} */
            state: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
            /** Format: date-time */
            placed_at: string;
            /**
             * Format: date-time
             * @description When its line items, money, parcels, contact or notes last changed.
             */
            updated_at: string;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                title: string;
            };
            /** @description Null once the shopper was erased, or without the scope `preorders:personal`. */
            contact: {
                email: string;
                address: {
                    [key: string]: string;
                };
            } | null;
            /** @description The id of the customer; null where `contact` is. */
            customer: string | null;
            /** @description The language of the checkout. */
            locale: string;
            currency: string;
            /** @enum {string} */
            payment_plan: "pay_now" | "pay_later" | "deposit";
            deposit_refundable: boolean;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            subtotal: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            discount: string;
            /** @description Null without a code. */
            discount_code: string | null;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            shipping: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            tax: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            total: string;
            /**
             * Format: decimal
             * @description The part that was due when it was placed.
             */
            due_now: string;
            /**
             * Format: decimal
             * @description What was taken from the shopper.
             */
            paid: string;
            /**
             * Format: decimal
             * @description What was given back.
             */
            refunded: string;
            prices_include_tax: boolean;
            marketing_consent: boolean;
            /** @description The text of the box that was shown. */
            marketing_text: string | null;
            /** @description When the shopper decided. */
            marketing_decided_at: string | null;
            /** @description `shopper`, or `store` for a box that was left as it started. */
            marketing_by: string | null;
            /** @description What the shopper agreed to. */
            consent_text: string;
            lines: {
                /** Format: uuid */
                id: string;
                /** @description Position in the pre-order, from 1. */
                number: number;
                /** @enum {string} */
                state: "placed" | "released" | "fulfilled" | "returned" | "payment_due" | "cancelled";
                variant: {
                    id: string;
                    title: string;
                    sku: string;
                };
                /** @description The picture of the variant or its product in the catalogue; null without one. */
                image_url: string | null;
                /** Format: uuid */
                batch_id: string;
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window_now: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                unit_price: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                shipping: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                tax: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                discount: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                total: string;
                /**
                 * Format: decimal
                 * @description The part that was due when it was placed.
                 */
                due_now: string;
                /**
                 * Format: decimal
                 * @description What was taken from the shopper.
                 */
                paid: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description What the merchant keeps of a cancelled line item.
                 */
                kept: string;
                /**
                 * Format: decimal
                 * @description Goodwill of the merchant on a line item that goes on.
                 */
                given_back: string;
                /** @description As the page passed them; null without the scope `preorders:personal`. */
                properties: unknown;
                /** @description Null before. */
                released_at: string | null;
                /** @description Null before. */
                sent_at: string | null;
                /** @description Null before. */
                returned_at: string | null;
                /** @description Null before. */
                cancelled_at: string | null;
                /** @description Null unless it is cancelled. */
                cancel_reason: string | null;
            }[];
            fulfilments: components["schemas"]["AdminFulfilment"][];
            /** @description The place in the queue of each line item that waits for a unit, by its id. */
            places: {
                [key: string]: number;
            };
            notices: components["schemas"]["AdminNotice"][];
            /** @description Null unless a payment is due. */
            time_to_pay: {
                /** Format: date-time */
                ends_at: string;
                /** @description An outage stops it now. */
                stands_still: boolean;
                stopped_by: {
                    /** @enum {string} */
                    kind: "account" | "worker" | "mail";
                    /** Format: date-time */
                    began_at: string;
                    /** @description Null while it lasts. */
                    ended_at: string | null;
                    /** @description Null where none is known. */
                    reason: string | null;
                }[];
            } | null;
            /** @description What the merchant noted for colleagues. Empty without the scope `preorders:personal`. */
            notes: {
                /** Format: uuid */
                id: string;
                text: string;
                by: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description What shopper and store wrote to each other. Empty without the scope `preorders:personal`. */
            messages: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                from: "shopper" | "store";
                /** @description Null for a shopper's message once the mail with it is on its way to the store. */
                text: string | null;
                /** @description Who wrote for the store. */
                by: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            owed_refunds: components["schemas"]["AdminOwedRefund"][];
            /** @description Why it is not released or charged; null while nothing holds it back. */
            waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
        };
        AdminChangedPreorder: {
            /** Format: uuid */
            id: string;
            /** @description As the shopper knows it. */
            reference: string;
            /** @enum {string} */
            state: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
            /** Format: date-time */
            placed_at: string;
            /**
             * Format: date-time
             * @description When its line items, money, parcels, contact or notes last changed.
             */
            updated_at: string;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                title: string;
            };
            /** @description Null once the shopper was erased, or without the scope `preorders:personal`. */
            contact: {
                email: string;
                address: {
                    [key: string]: string;
                };
            } | null;
            /** @description The id of the customer; null where `contact` is. */
            customer: string | null;
            /** @description The language of the checkout. */
            locale: string;
            currency: string;
            /** @enum {string} */
            payment_plan: "pay_now" | "pay_later" | "deposit";
            deposit_refundable: boolean;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            subtotal: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            discount: string;
            /** @description Null without a code. */
            discount_code: string | null;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            shipping: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            tax: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            total: string;
            /**
             * Format: decimal
             * @description The part that was due when it was placed.
             */
            due_now: string;
            /**
             * Format: decimal
             * @description What was taken from the shopper.
             */
            paid: string;
            /**
             * Format: decimal
             * @description What was given back.
             */
            refunded: string;
            prices_include_tax: boolean;
            marketing_consent: boolean;
            /** @description The text of the box that was shown. */
            marketing_text: string | null;
            /** @description When the shopper decided. */
            marketing_decided_at: string | null;
            /** @description `shopper`, or `store` for a box that was left as it started. */
            marketing_by: string | null;
            /** @description What the shopper agreed to. */
            consent_text: string;
            lines: {
                /** Format: uuid */
                id: string;
                /** @description Position in the pre-order, from 1. */
                number: number;
                /** @enum {string} */
                state: "placed" | "released" | "fulfilled" | "returned" | "payment_due" | "cancelled";
                variant: {
                    id: string;
                    title: string;
                    sku: string;
                };
                /** @description The picture of the variant or its product in the catalogue; null without one. */
                image_url: string | null;
                /** Format: uuid */
                batch_id: string;
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /** @description The ship window that holds now. Each move has a new version. */
                ship_window_now: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    until: string;
                    version: number;
                };
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                unit_price: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                shipping: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                tax: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                discount: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                total: string;
                /**
                 * Format: decimal
                 * @description The part that was due when it was placed.
                 */
                due_now: string;
                /**
                 * Format: decimal
                 * @description What was taken from the shopper.
                 */
                paid: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description What the merchant keeps of a cancelled line item.
                 */
                kept: string;
                /**
                 * Format: decimal
                 * @description Goodwill of the merchant on a line item that goes on.
                 */
                given_back: string;
                /** @description As the page passed them; null without the scope `preorders:personal`. */
                properties: unknown;
                /** @description Null before. */
                released_at: string | null;
                /** @description Null before. */
                sent_at: string | null;
                /** @description Null before. */
                returned_at: string | null;
                /** @description Null before. */
                cancelled_at: string | null;
                /** @description Null unless it is cancelled. */
                cancel_reason: string | null;
            }[];
            fulfilments: components["schemas"]["AdminFulfilment"][];
            /** @description The place in the queue of each line item that waits for a unit, by its id. */
            places: {
                [key: string]: number;
            };
            notices: components["schemas"]["AdminNotice"][];
            /** @description Null unless a payment is due. */
            time_to_pay: {
                /** Format: date-time */
                ends_at: string;
                /** @description An outage stops it now. */
                stands_still: boolean;
                stopped_by: {
                    /** @enum {string} */
                    kind: "account" | "worker" | "mail";
                    /** Format: date-time */
                    began_at: string;
                    /** @description Null while it lasts. */
                    ended_at: string | null;
                    /** @description Null where none is known. */
                    reason: string | null;
                }[];
            } | null;
            /** @description What the merchant noted for colleagues. Empty without the scope `preorders:personal`. */
            notes: {
                /** Format: uuid */
                id: string;
                text: string;
                by: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description What shopper and store wrote to each other. Empty without the scope `preorders:personal`. */
            messages: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                from: "shopper" | "store";
                /** @description Null for a shopper's message once the mail with it is on its way to the store. */
                text: string | null;
                /** @description Who wrote for the store. */
                by: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            owed_refunds: components["schemas"]["AdminOwedRefund"][];
            /** @description Why it is not released or charged; null while nothing holds it back. */
            waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
            /** @description Numbers of the line items that this write changed. */
            changed_lines: number[];
        };
        AdminPreorderView: {
            /** Format: uuid */
            id: string;
            /** @description Such as `Late in Germany`. */
            name: string;
            /** @description As in the address of the portal. What a search is for is not kept: it names people. */
            filters: {
                /** @description As `state` of the list. */
                state?: string;
                /** @description Placed in so many days up to today. */
                days?: string;
                /** @description The first day. */
                from?: string;
                /** @description The last day. */
                until?: string;
                /** @description The platform's id. */
                product?: string;
                /** @description The platform's id. */
                variant?: string;
                /** @description Its id. */
                waitlist?: string;
                /** @description The id of a delivery. */
                batch?: string;
                /** @description Such as `DE`. */
                country?: string;
                /** @description As `payment_plan` of the list. */
                plan?: string;
                /** @description As `sort` of the list. */
                sort?: string;
            };
        };
        /** @description A `notice` is `told` or `asked`, and has the window (`from`, `until`), `days_late`, and when asked `answer_by` and `silence`. An `answer` is `wait`, `cancel`, `silence_wait`, `silence_cancel`, `superseded` or `over`, and has `given_by`. An `act` is what a person or a token did (`what` as in the activity log), with `by_name` and `by_kind`. */
        AdminPreorderEvent: {
            /** Format: date-time */
            at: string;
            /** @description Such as `movement`, `line`, `notice`, `mail`. */
            kind: string;
            /** @description A detail by the kind, such as the new state of line items. */
            what: string;
            /** @description The present state, where it can change; else empty. */
            state: string;
            /** @description Null where no money is meant. */
            amount: string | null;
            /** @description Numbers of line items. Empty: the whole pre-order. */
            lines: number[];
            /** @description Why it failed or was done. */
            reason: string | null;
            /** @description Null while it goes on, or where it cannot end. */
            ended_at: string | null;
        } & {
            [key: string]: unknown;
        };
        AdminParcelToSend: {
            /** Format: uuid */
            id: string;
            /** @description Of its pre-order. */
            reference: string;
            /** Format: date-time */
            placed_at: string;
            /**
             * Format: date-time
             * @description When the first of its line items was released.
             */
            released_at: string;
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                title: string;
            };
            /** @description Null once the shopper was erased, or without the scope `preorders:personal`. */
            contact: {
                email: string;
                address: {
                    [key: string]: string;
                };
            } | null;
            /** @description The language of the checkout. */
            locale: string;
            /** @description Its released line items. */
            lines: {
                /** @description Position in the pre-order, from 1. */
                number: number;
                variant: {
                    id: string;
                    title: string;
                    sku: string;
                };
                /** @description As the page passed them; null without the scope `preorders:personal`. */
                properties: unknown;
                /** Format: date-time */
                released_at: string;
                /** @description False while its balance is still charged: it cannot be sent before. */
                paid: boolean;
                /** @description The name that the store's system gave its order; null without one. */
                order: string | null;
            }[];
            /** @description Why you may want to keep it back; null while nothing is known against it. */
            waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
        };
        AdminReadyToSend: {
            parcels: number;
            units: number;
            /** @description False where there are more than were counted, the oldest 5,000 parcels. */
            complete: boolean;
            /** @description The same by waitlist and country, the most parcels first. */
            groups: {
                /** Format: uuid */
                waitlist_id: string;
                product: {
                    id: string;
                    title: string;
                };
                /** @description Null where it is unknown, and without the scope `preorders:personal`. */
                country: string | null;
                parcels: number;
                units: number;
            }[];
        };
        AdminOrder: {
            /** Format: uuid */
            id: string;
            /** @description Of its pre-order. */
            reference: string;
            /** @description In its pre-order, from 1. */
            number: number;
            state: string;
            /** @description How many line items are in it. */
            lines: number;
            /** @description The name that the store's system gave it. */
            external_ref: string | null;
            attempts: number;
            /** @description Why it was refused. Null without `preorders:personal`, because it may name the shopper. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null before. */
            handed_at: string | null;
        };
        AdminWithdrawal: {
            /** Format: uuid */
            id: string;
            /**
             * @description `declared`: you have to act; `undone`: the customer did not mean it; `settled` and `refused`: you have acted, or said why not.
             * @enum {string}
             */
            state: "declared" | "undone" | "settled" | "refused";
            /**
             * Format: date-time
             * @description When it was received: the law counts from this moment.
             */
            declared_at: string;
            /** @description The service does not act before, so that the customer can say that it was not theirs. Null while no receipt went out. */
            undoable_until: string | null;
            /**
             * Format: date-time
             * @description Until then the money has to go back; later where goods have to come back first.
             */
            refund_due_at: string;
            /** @description Only the customer of the pre-order can have declared it: by a link that was mailed to them, or signed in. It is acted on at once. */
            proven: boolean;
            /** @description The service acts after `undoable_until`: it cancels what was not released, and opens a return for what was sent. False where you have to act: nothing or by hand was found, items were named in words, the period of everything that was sent is over, no law of the country gives the right, the goods are excluded, or the person was erased. */
            acts_itself: boolean;
            /** @description When the service acted: it cancelled what was not released, and opened a return for what was sent. Null before, and where a person has to decide. */
            acted_at: string | null;
            /** @description Null while you have to act. */
            ended_at: string | null;
            /** @description What you did, or why not. Null without `preorders:personal`. */
            answer: string | null;
            /** @description The pre-order it is about; null: none was found. */
            preorder: {
                /** Format: uuid */
                id: string;
                reference: string;
            } | null;
            /** @description Null without a pre-order. `in_time`: for one line item at least; `late`: the period of every line item was over; `excluded`: the law takes the right away from such goods; `no_right`: no law of the country gives it, and the store does not grant it; `nothing_left`: all was cancelled or returned before; `not_known`: it was sent, but nobody said when it was delivered, or the person was erased. */
            timing: ("in_time" | "late" | "excluded" | "no_right" | "nothing_left" | "not_known") | null;
            /** @description Who declared it. Null without `preorders:personal`. */
            name: string | null;
            /** @description Where the receipt goes. Null without `preorders:personal`. */
            email: string | null;
            /** @description What was typed as the reference; may be empty. Null without `preorders:personal`. */
            reference: string | null;
            /** @description What was typed as the postcode; may be empty. Null without `preorders:personal`. */
            postal_code: string | null;
            /** @description Which items and how many, in the words of the person; empty: everything. Null without `preorders:personal`. */
            items: string | null;
            /** @description The language of the page and of the receipt. */
            locale: string;
            receipts: {
                /**
                 * @description The address that was typed, or that of the pre-order where it is another.
                 * @enum {string}
                 */
                recipient: "declarant" | "contact";
                /** @description Null while it waits, and when it is never sent. */
                sent_at: string | null;
                /** @description Why the last try failed, as codes. */
                failure: string | null;
            }[];
            /** @description What comes back of what was sent, the oldest first. */
            returns: {
                /** Format: uuid */
                id: string;
                /**
                 * @description `open`: the customer has to send it; `sent`: there is a proof of sending; `received`: the goods are back, and the money went back; `refunded`: the money went back for the proof of sending; `closed`: you ended the withdrawal another way.
                 * @enum {string}
                 */
                state: "open" | "sent" | "received" | "refunded" | "closed";
                /** Format: date-time */
                opened_at: string;
                /**
                 * Format: date
                 * @description The last day on which the customer has to send it, in the time zone of the store.
                 */
                send_by: string;
                /** @description Where to, as the store had it. */
                address: string;
                /** @description How the parcel is followed; may be empty. Null without `preorders:personal`. */
                carrier: string | null;
                /** @description Its number; may be empty. Null without `preorders:personal`. */
                tracking: string | null;
                /** @description The page that follows it; may be empty. Null without `preorders:personal`. */
                link: string | null;
                /** @description When everything goes back by itself, if the goods are not there before: 14 days after the declaration, and not before a proof of sending. Null without a proof, and once it has ended. */
                refund_at: string | null;
                /** @description Null while it goes on. */
                ended_at: string | null;
                /**
                 * Format: decimal
                 * @description What went back at its end, in `currency`.
                 */
                given_back: string;
                /** @description Why it was less than everything; may be empty. Null without `preorders:personal`. */
                reason: string | null;
                currency: string;
                lines: {
                    /** @description The number of the line item in its pre-order. */
                    line: number;
                    /**
                     * Format: decimal
                     * @description An amount in `currency`, as a decimal such as `129.00`.
                     */
                    given_back: string;
                }[];
            }[];
        };
        AdminReturn: {
            /** Format: uuid */
            id: string;
            /**
             * @description `open`: the customer has to send it; `sent`: there is a proof of sending; `received`: the goods are back, and the money went back; `refunded`: the money went back for the proof of sending; `closed`: you ended the withdrawal another way.
             * @enum {string}
             */
            state: "open" | "sent" | "received" | "refunded" | "closed";
            /** Format: date-time */
            opened_at: string;
            /**
             * Format: date
             * @description The last day on which the customer has to send it, in the time zone of the store.
             */
            send_by: string;
            /** @description Where to, as the store had it. */
            address: string;
            /** @description How the parcel is followed; may be empty. Null without `preorders:personal`. */
            carrier: string | null;
            /** @description Its number; may be empty. Null without `preorders:personal`. */
            tracking: string | null;
            /** @description The page that follows it; may be empty. Null without `preorders:personal`. */
            link: string | null;
            /** @description When everything goes back by itself, if the goods are not there before: 14 days after the declaration, and not before a proof of sending. Null without a proof, and once it has ended. */
            refund_at: string | null;
            /** @description Null while it goes on. */
            ended_at: string | null;
            /**
             * Format: decimal
             * @description What went back at its end, in `currency`.
             */
            given_back: string;
            /** @description Why it was less than everything; may be empty. Null without `preorders:personal`. */
            reason: string | null;
            currency: string;
            lines: {
                /** @description The number of the line item in its pre-order. */
                line: number;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                given_back: string;
            }[];
        };
        AdminWithdrawalEvidence: {
            /**
             * Format: date-time
             * @description When this was read.
             */
            made_at: string;
            store: {
                slug: string;
                /** @enum {string} */
                mode: "live" | "test";
                legal_name: string;
                legal_address: string;
                contact_email: string;
                time_zone: string;
            };
            /** @description Word for word, as it was confirmed. */
            declaration: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was received, in UTC: the law counts from this moment.
                 */
                declared_at: string;
                /** @description The same on the store’s clock, with what it is ahead of UTC: `2026-06-01T23:30:05+02:00`. */
                declared_at_local: string;
                /** @description The language of the page and of the receipt. */
                locale: string;
                name: string;
                email: string;
                reference: string;
                postal_code: string;
                /** @description Empty: everything. */
                items: string;
                /** @description The line items that were chosen. Empty: everything, or what the words say. */
                line_ids: string[];
                /** @description Only the customer of the pre-order can have declared it. */
                proven: boolean;
                /** @description The person was erased, and the words with them. */
                erased: boolean;
                /** @description The declaration as one text: JSON with its fields in alphabetical order, without spaces. Null once it is erased. */
                canonical: string | null;
                /** @description The SHA-256 of `canonical` in UTF-8, in hexadecimal digits. Two exports that say the same have the same one. */
                sha256: string | null;
            };
            receipts: {
                /**
                 * @description The address that was typed, or that of the pre-order where it is another.
                 * @enum {string}
                 */
                recipient: "declarant" | "contact";
                /** @description When the mail server took it; null: it did not. */
                sent_at: string | null;
                /** @description Null like `sent_at`. */
                sent_at_local: string | null;
                /** @description The Message-ID of the mail that was sent. */
                message_id: string | null;
                /** @description Why the last try failed, as codes. */
                failure: string | null;
                tries: number;
                /** @description It is not tried again. */
                given_up: boolean;
            }[];
            match: {
                /** @description Who found the pre-order: the service at once, or a person later (`acts`). Null: none was found. */
                by: ("service" | "person") | null;
                /** @description Of the pre-order. */
                reference: string | null;
            };
            /**
             * @description `declared`: you have to act; `undone`: the customer did not mean it; `settled` and `refused`: you have acted, or said why not.
             * @enum {string}
             */
            state: "declared" | "undone" | "settled" | "refused";
            /** @description When the service cancelled what was not released. */
            acted_at: string | null;
            /** @description When it was undone, settled or refused. */
            ended_at: string | null;
            /** @description What you did, or why not. */
            answer: string;
            /** @description What people did with it, the oldest first, for as long as the activity log is kept. */
            acts: {
                /** Format: date-time */
                at: string;
                by: {
                    /** @description `token`, `staff` or `command_line`. */
                    kind: string;
                    name: string;
                };
                /** @description Such as `withdrawal.match`, `withdrawal.settle`, `withdrawal.refuse`. */
                action: string;
            }[];
            /** @description With what was paid and given back of each line item. */
            preorder: components["schemas"]["AdminPreorder"] | null;
            /** @description What happened to the pre-order, the oldest first. */
            timeline: components["schemas"]["AdminPreorderEvent"][];
        };
        AdminMail: {
            /** Format: uuid */
            id: string;
            /** @description The `Message-ID`, without angle brackets. */
            message_id: string;
            /** @description The reference of its pre-order. */
            preorder: string;
            /** @description Such as `placed`. */
            kind: string;
            /** @enum {string} */
            state: "waiting" | "sent" | "over" | "suppressed" | "refused";
            /** @description Why the last try failed, as codes. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null while no mail server has taken it. */
            sent_at: string | null;
        };
        AdminMovedMoney: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /**
             * @description `chargeback`: the bank gave the money back to the shopper after a dispute; `reinstatement`: it came back.
             * @enum {string}
             */
            kind: "charge" | "refund" | "chargeback" | "reinstatement";
            /** @enum {string} */
            state: "done" | "failed";
            /**
             * Format: decimal
             * @description Below zero: it went back to the shopper. Of what failed: what was meant to move.
             */
            amount: string;
            currency: string;
            /** @description Null where the payment led to no pre-order. */
            preorder: string | null;
            provider: string;
            /** @description The provider's id of the payment. */
            provider_ref: string | null;
            /** @description True: it was done at the provider, such as in its dashboard. */
            by_hand: boolean;
            /** @description Why it failed, as the provider says it. */
            failure: string | null;
        };
        AdminCustomer: {
            /** @description Names the e-mail address without showing it, in this store alone. */
            id: string;
            /** @description As on the newest pre-order. */
            email: string;
            /** @description Empty where the checkout asked for none. */
            name: string;
            preorder_count: number;
            /** @description One for each currency; none where nothing was paid. */
            spent: {
                currency: string;
                /**
                 * Format: decimal
                 * @description What was taken.
                 */
                charged: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description What stays: charged without refunded.
                 */
                spent: string;
            }[];
            /** @description False where there are more than 500 pre-orders: the newest 500 are counted and summed up. */
            complete: boolean;
            /** @description The reference of the newest one. */
            last_preorder: string;
            /** Format: date-time */
            last_placed_at: string;
        };
        AdminCustomerDetail: {
            /** @description Names the e-mail address without showing it, in this store alone. */
            id: string;
            /** @description As on the newest pre-order. */
            email: string;
            /** @description Empty where the checkout asked for none. */
            name: string;
            preorder_count: number;
            /** @description One for each currency; none where nothing was paid. */
            spent: {
                currency: string;
                /**
                 * Format: decimal
                 * @description What was taken.
                 */
                charged: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description What stays: charged without refunded.
                 */
                spent: string;
            }[];
            /** @description False where there are more than 500 pre-orders: the newest 500 are counted and summed up. */
            complete: boolean;
            /** @description The reference of the newest one. */
            last_preorder: string;
            /** Format: date-time */
            last_placed_at: string;
            /** @description Of the newest pre-order. */
            address: {
                [key: string]: string;
            };
            /** @description The language of the newest checkout. */
            locale: string;
            /** @description As it was given with the newest pre-order. */
            marketing_consent: boolean;
            /** @description Why no more mails go to the address: `refused`, `bounced`, `complained`. */
            mails_stopped: string | null;
            /** @description The newest 50; `GET /preorders?customer=` lists all. */
            preorders: {
                reference: string;
                /** @enum {string} */
                state: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
                /** Format: date-time */
                placed_at: string;
                product: string;
                units: number;
                currency: string;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                total: string;
                /**
                 * Format: decimal
                 * @description What was taken.
                 */
                paid: string;
                /**
                 * Format: decimal
                 * @description What was given back.
                 */
                refunded: string;
            }[];
            /** @description What customer and store wrote to each other, the newest 50. */
            messages: {
                /** Format: uuid */
                id: string;
                preorder: string;
                /** @enum {string} */
                from: "shopper" | "store";
                /** @description Null once the mail with it is on its way to the store. */
                text: string | null;
                /** @description Who wrote for the store. */
                by: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description The newest 50. */
            mails: {
                /** Format: uuid */
                id: string;
                preorder: string;
                /** @description Such as `placed`. */
                kind: string;
                /** @enum {string} */
                state: "waiting" | "sent" | "over" | "suppressed" | "refused";
                /** Format: date-time */
                created_at: string;
                /** @description Null while no mail server has taken it. */
                sent_at: string | null;
            }[];
            /** @description What colleagues noted, the newest 50. */
            notes: {
                /** Format: uuid */
                id: string;
                preorder: string;
                text: string;
                by: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description What the customer declared, the newest 50. */
            withdrawals: {
                /** Format: uuid */
                id: string;
                /**
                 * @description `declared`: you have to act; `undone`: the customer did not mean it; `settled` and `refused`: you have acted, or said why not.
                 * @enum {string}
                 */
                state: "declared" | "undone" | "settled" | "refused";
                /** Format: date-time */
                declared_at: string;
            }[];
        };
        AdminSuppression: {
            /** @description Names the address without showing it. */
            customer_key: string;
            /** @enum {string} */
            reason: "refused" | "bounced" | "complained";
            /** @description Of the mail server's answer; empty when a person added the address. */
            codes: string;
            /** Format: date-time */
            since: string;
            /** @description References of the pre-orders whose mails are not sent. */
            preorders: string[];
        };
        AdminErasure: {
            /** @description False for a plan, and where nothing is stored of the person. */
            erased: boolean;
            checkouts: string[];
            /** @description References. */
            preorders: string[];
            /** @description With goods that are still owed. */
            open_preorders: string[];
            /** @description Declarations of the person; one that is `declared` still waits for you. */
            withdrawals: {
                /** Format: uuid */
                id: string;
                state: string;
            }[];
            jobs: {
                id: number;
                topic: string;
                state: string;
            }[];
            mail_files: string[];
            order_files: string[];
        };
        AdminPrivacyRequest: {
            /** Format: uuid */
            id: string;
            /** @description The kind of platform that asked, such as `shopify`. */
            platform: string;
            /**
             * @description `export`: a person wants their data, which you give them; `erase` and `erase_store`: the service does it by itself.
             * @enum {string}
             */
            what: "export" | "erase" | "erase_store";
            /** @description Null once it is done, or where the platform did not say it. */
            email: string | null;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            due_at: string;
            /** @description What was done and kept, or what it waits for, in English. */
            outcome: string | null;
            /** @description The same as a stable name, such as `erased`; null of sentences that earlier versions wrote. */
            outcome_code: string | null;
            /** @description How many pre-orders were erased, or why nothing could be yet, in English. */
            outcome_value: string | null;
            /** @description Null while it waits. */
            done_at: string | null;
        };
        AdminPaymentAccount: {
            /** @description Null while no account is connected. */
            provider: string | null;
            /** @enum {string} */
            state: "works" | "refused" | "refuses" | "paused" | "disconnected" | "not_connected";
            /** @enum {string} */
            mode?: "test" | "live";
            /** @description What is wrong; null while it works. */
            reason?: string | null;
            /** @description Null while payments succeed. */
            refuses_since?: string | null;
            /** @description Null while nothing pauses. */
            paused_at?: string | null;
            /** @description Null while nothing pauses. */
            next_probe_at?: string | null;
            /** @description Pre-orders whose money waits for the account. */
            waiting?: number;
            /** @description Null: no limit. */
            calls_per_second?: number | null;
            publishable_key?: string;
            /** @description Of a stand-in, for test stores; null: the provider itself. */
            address?: string | null;
            /** @description Where the provider's events go. */
            webhook_address: string;
            webhook_events: string[];
            /** Format: date-time */
            connected_at?: string;
            /** @description Null before the first comparison. */
            reconciled_until?: string | null;
        };
        AdminConnection: {
            /**
             * @description `fails`: the platform does not answer; `refused`: it no longer takes the credentials; `ended`: the app was removed there.
             * @enum {string}
             */
            state: "works" | "fails" | "refused" | "ended" | "not_connected";
            /** @description What can be connected, and the settings that each takes. */
            kinds: {
                kind: string;
                title: string;
                settings: {
                    name: string;
                    secret: boolean;
                    optional: boolean;
                    about: string;
                }[];
            }[];
            /** @description The app of this installation on a platform, which can be installed there instead of giving settings; null where it has none. */
            app: {
                kind: string;
                /** @description What the platform calls the app. */
                client_id: string;
            } | null;
            /** @description Where the platform's webhooks go. */
            webhook_address: string;
            kind?: string;
            /** @description Without the secret ones. */
            settings?: {
                [key: string]: string;
            };
            /** @description Our app is installed there: there are no credentials to give. */
            by_app?: boolean;
            account?: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            connected_at?: string;
            /**
             * @description When the order of a pre-order is created on the platform. Before its release it waits there, held.
             * @enum {string}
             */
            orders_at?: "placing" | "payment" | "release";
            /** @description What the connection does now and what it does without, such as webhooks or a scope. Names may be added. */
            abilities?: {
                /** @enum {string} */
                name: "products" | "changes.asked" | "changes.compared" | "webhooks.come" | "webhooks.silent.asked" | "webhooks.silent.compared" | "webhooks.none" | "orders" | "orders.hidden" | "wait.lines" | "wait.order" | "wait.no" | "cancel.lines" | "cancel.order" | "cancel.no" | "ship_days.shown" | "ship_days.hidden" | "refunds.recorded" | "refunds.elsewhere" | "sent.seen" | "sent.by_hand" | "old_orders.late" | "old_orders.waiting" | "people" | "plugin.none" | "plugin.shopify" | "plugin.woocommerce" | "plugin.medusa" | "plugin.vendure";
                /**
                 * @description `partly`: there is a limit that a person should know.
                 * @enum {string}
                 */
                works: "yes" | "partly" | "no";
                /** @description The same as a sentence, in English. */
                text: string;
            }[];
            /** @description What is wrong, only with `preorders:personal`: a platform may name the shopper of an order. Null while it works. */
            reason?: string | null;
            /** @description Null while it works. */
            failed_at?: string | null;
            /** @description When the platform last told what has changed. */
            changes_read_at?: string | null;
            /** @description What is known to have changed, and is not read yet. */
            waiting?: number;
            /** @description Products that the catalogue does not have as the platform does. */
            issues?: number;
            /** @description The last reading of everything. */
            sync?: {
                /** @enum {string} */
                state: "listing" | "missing" | "done";
                /** @description It compares, and writes nothing. */
                dry_run: boolean;
                /** Format: date-time */
                started_at: string;
                /** @description Null while it runs. */
                done_at: string | null;
                /** @description Products that the platform listed. */
                listed: number;
                created: number;
                updated: number;
                unchanged: number;
                /** @description Products that the platform no longer has. */
                removed: number;
                /** @description Products that cannot be kept; they are among the issues. */
                refused: number;
            } | null;
        };
        AdminConnectionIssue: {
            product_id: string;
            /** @enum {string} */
            standing: "published" | "unpublished" | "removed";
            /** @description In English. */
            reason: string;
            /** @description The reason as a stable name, such as `not_amount`; null where it has none. */
            reason_code: string | null;
            /** @description What the reason speaks of. */
            reason_values: {
                [key: string]: string | number | boolean | null;
            } | null;
        };
        AdminReconciliation: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description How many were compared. */
            payments: number;
            /** @description Payments of other systems, which were not. */
            others: number;
            differences: {
                kind: string;
                of: string;
                /** @description The provider's id of the payment. */
                ref: string;
                /** @description Null where we know no such payment. */
                attempt_id: string | null;
                /** @description Null where it led to no pre-order. */
                preorder_id: string | null;
                /** @description The reference of the pre-order. */
                preorder: string | null;
                currency: string;
                /** @description By our ledger. */
                here: string | null;
                /** @description By the provider. */
                there: string | null;
                /** @enum {string} */
                code: "payment_not_there" | "payment_not_here" | "currency_differs" | "taken_differs" | "still_held_there" | "refund_not_here" | "refund_not_there" | "refund_differs";
                /** @description What the code speaks of: the refund, its movement, or the currency there. */
                about: string | null;
                /** @description The same in English. */
                detail: string;
            }[];
        };
        AdminDispute: {
            /** @description The provider's id. */
            ref: string;
            /** @description Null where the payment led to no pre-order. */
            preorder: string | null;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            amount: string;
            currency: string;
            reason: string;
            state: string;
            /** @description Until when to answer it at the provider. */
            evidence_due_at: string | null;
            /** Format: date-time */
            opened_at: string;
            /** @description When the merchant let the pre-order go on; null while it is held back. */
            goes_on_at: string | null;
        };
        AdminAttempt: {
            /** Format: uuid */
            id: string;
            /** @description Null for a payment of a pre-order. */
            checkout_id: string | null;
            provider: string;
            /** @description The provider's id; null before it has answered. */
            provider_ref: string | null;
            state: string;
            /**
             * Format: decimal
             * @description An amount in `currency`, as a decimal such as `129.00`.
             */
            amount: string;
            /** Format: date-time */
            created_at: string;
            /** @description Until when the units are kept. */
            hold_expires_at: string | null;
        };
        AdminWebhook: {
            /** Format: uuid */
            id: string;
            /** @description Without `webhooks:write` its query is masked as `?…`: it may hold a key of the receiver. */
            url: string;
            /** @description For you. */
            description: string;
            /** @description Empty: all types. */
            types: string[];
            /** @description Its messages also have contact, address, line item properties, and the number and link of a parcel. */
            include_personal: boolean;
            enabled: boolean;
            /** @description Null while it is enabled. */
            disabled_at: string | null;
            /** @description Null while it is enabled. */
            disabled_reason: ("asked" | "failing" | "gone") | null;
            /** @description When it last accepted a message. */
            delivered_at: string | null;
            /** @description Messages that are not sent yet. */
            waiting: number;
            /** Format: date-time */
            created_at: string;
        };
        AdminWebhookMessage: {
            /** @description The `webhook-id` of the message. */
            id: string;
            type: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            /** Format: date-time */
            occurred_at: string;
            /** @description Null once it has ended. */
            next_try_at: string | null;
            /** @description As it was sent, but without `data.personal` and what leads to a parcel if you lack `preorders:personal`; null before the first try. */
            body: unknown;
            tries: {
                /** Format: date-time */
                at: string;
                took_ms: number;
                /** @description Null without an answer. */
                status: number | null;
                /** @description Null if it was accepted. */
                failure: string | null;
                /** @description How the answer begins. */
                answer: string;
            }[];
        };
        AdminAlert: {
            /** Format: uuid */
            id: string;
            code: string;
            /** @description What it is about. */
            subject_id: string;
            /** @description What happened, in English. */
            message: string;
            /** @description The same as a stable name: the code, with a second part where the code has several texts, such as `mail_refused.no_mailbox`; null of alerts that earlier versions raised. */
            message_code: string | null;
            /** @description What the message speaks of: an amount with its `currency`, times and days, names such as the code of a rule, and in `said` the words of another system, in English. Where these may name a shopper they are `…` without `preorders:personal`. */
            message_values: {
                [key: string]: string | number;
            } | null;
            /** @description What can be done next; null where only the message says it. */
            next: {
                /** @description What can be done about it, as a stable name. */
                step: string;
                /** @description The reference, id or day that the step needs. */
                about: string | null;
                method: string;
                /** @description The request that does it, or that shows what is to be decided. */
                path: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null while it waits. */
            resolved_at: string | null;
        };
        AdminJob: {
            id: number;
            /** @description What it does. */
            topic: string;
            /** @description What it is about. */
            subject_id: string;
            /** @enum {string} */
            state: "waiting" | "running" | "failing" | "dead";
            attempts: number;
            attempts_max: number;
            /** @description Why the last try failed, in English. */
            reason: string | null;
            /** @description The same as a stable name, such as `mail_unreachable` or a code of an error; null for a fault without one. */
            reason_code: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is due.
             */
            run_at: string;
            /** @description Null unless a worker has it. */
            running_since: string | null;
        };
        AdminMeasures: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            time_zone: string;
            days: {
                /** Format: date */
                day: string;
                /** @description Null when no waitlist was open. */
                waitlist_id: string | null;
                /** @description Null when no waitlist was open. */
                product_code: string | null;
                /** @description By the name of the event. */
                counts: {
                    [key: string]: number;
                };
            }[];
        };
        AdminPlacements: {
            /** @description The one that was seen last first. */
            pages: {
                /** @description Of the page. */
                origin: string;
                /** @description Whether the checkout opens there. */
                allowed: boolean;
                /** @description How many products pages there named. */
                products: number;
                /** Format: date-time */
                first_seen_at: string;
                /** @description Written once a minute at most. */
                last_seen_at: string;
            }[];
            /** @description What keeps placements from being shown or from selling, the most pressing first. */
            problems: {
                /** @description `unknown_key`, `key_of_test_store`, `key_of_live_store`, `origin_not_allowed`, `script_without_placement`, `not_seen`, `unknown_product`, `no_open_waitlist`, `no_shipping`, `no_tax_rate`, `no_payment_account`; later versions may have more. */
                code: string;
                /** @description Null where it is not about a page. */
                origin: string | null;
                /** @description The product as the page names it (`id:1001`, `code:…`, `sku:…`), or countries. */
                subject: string | null;
                /** @description What is wrong, and what to do. */
                message: string;
            }[];
        };
        AdminSales: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            time_zone: string;
            currency: string;
            total: {
                /** @description Units that were bought. */
                sold: number;
                /**
                 * Format: decimal
                 * @description What they cost their shoppers: price, shipping and tax, less discounts.
                 */
                booked: string;
                /** @description Units that were cancelled, whenever they were bought. */
                cancelled: number;
                /**
                 * Format: decimal
                 * @description What they had cost.
                 */
                cancelled_value: string;
                /** @description Units that line items were given. */
                released: number;
                /**
                 * Format: decimal
                 * @description What they cost.
                 */
                released_value: string;
                /**
                 * Format: decimal
                 * @description Taken from shoppers.
                 */
                charged: string;
                /**
                 * Format: decimal
                 * @description Given back to shoppers.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description Taken back by banks after disputes, less what came back.
                 */
                charged_back: string;
            };
            /** @description Every day of the period. */
            days: {
                /** Format: date */
                day: string;
                /** @description Units that were bought. */
                sold: number;
                /**
                 * Format: decimal
                 * @description What they cost their shoppers: price, shipping and tax, less discounts.
                 */
                booked: string;
                /** @description Units that were cancelled, whenever they were bought. */
                cancelled: number;
                /**
                 * Format: decimal
                 * @description What they had cost.
                 */
                cancelled_value: string;
                /** @description Units that line items were given. */
                released: number;
                /**
                 * Format: decimal
                 * @description What they cost.
                 */
                released_value: string;
                /**
                 * Format: decimal
                 * @description Taken from shoppers.
                 */
                charged: string;
                /**
                 * Format: decimal
                 * @description Given back to shoppers.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description Taken back by banks after disputes, less what came back.
                 */
                charged_back: string;
            }[];
            /** @description Most sold first. */
            waitlists: {
                /** Format: uuid */
                waitlist_id: string;
                product: {
                    id: string;
                    product_code: string;
                    title: string;
                };
                /** @description Units that were bought. */
                sold: number;
                /**
                 * Format: decimal
                 * @description What they cost their shoppers: price, shipping and tax, less discounts.
                 */
                booked: string;
                /** @description Units that were cancelled, whenever they were bought. */
                cancelled: number;
                /**
                 * Format: decimal
                 * @description What they had cost.
                 */
                cancelled_value: string;
                /** @description Units that line items were given. */
                released: number;
                /**
                 * Format: decimal
                 * @description What they cost.
                 */
                released_value: string;
                /**
                 * Format: decimal
                 * @description Taken from shoppers.
                 */
                charged: string;
                /**
                 * Format: decimal
                 * @description Given back to shoppers.
                 */
                refunded: string;
                /**
                 * Format: decimal
                 * @description Taken back by banks after disputes, less what came back.
                 */
                charged_back: string;
            }[];
        };
        AdminSellThrough: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            time_zone: string;
            /** Format: uuid */
            waitlist_id: string;
            days: {
                /** Format: date */
                day: string;
                /** @description For sale at the end of the day, in all. */
                allocated: number;
                /** @description Sold at the end of the day, in all. */
                sold: number;
            }[];
        };
        AdminFunnel: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            time_zone: string;
            /** @description From the shown placement to the pre-order, then the failed payments. */
            steps: {
                event: string;
                count: number;
            }[];
        };
        AdminOpenWork: {
            /** @description Open alerts. */
            alerts: number | null;
            /** @description Parcels that are ready to send. */
            parcels: number | null;
            /** @description Withdrawals on which a person has to act. */
            withdrawals: number | null;
            /** @description Deliveries that are late, or at risk of it, and for which shoppers wait. */
            deliveries: number | null;
            /** @description Refunds that the payment provider refuses. */
            refunds: number | null;
        };
        AdminForecast: {
            /** Format: uuid */
            waitlist_id: string;
            product: {
                id: string;
                product_code: string;
                title: string;
            };
            /** @description For sale, in all. */
            allocated: number;
            /** @description Still free to sell. */
            left: number;
            /** @description How much sells a day now; null where too little was sold to tell. */
            sold_per_day: number | null;
            /** @description When it is sold out, most likely; null where that cannot be told, or takes more than a year. */
            expected: string | null;
            /** @description Four times of five it is sold out between this day and `latest`. */
            earliest: string | null;
            /** @description Null also where it may take more than a year. */
            latest: string | null;
        };
        AdminWithdrawalsReport: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            time_zone: string;
            /** @description Most declared first. Products of which nothing was withdrawn are left out. */
            products: {
                /** @description Null: no pre-order was found for these. */
                product: {
                    id: string;
                    product_code: string;
                    title: string;
                } | null;
                /** @description Withdrawals that were declared in the period. */
                declared: number;
                /** @description Those of them that wait for you. */
                waiting: number;
                /** @description Those that the customer did not mean. */
                undone: number;
                /** @description Those that are dealt with. */
                settled: number;
                /** @description Those that were refused. */
                refused: number;
                /** @description Line items that were placed in the period. */
                placed: number;
                /** @description Those of them whose pre-order somebody withdrew from, whenever; not where that was undone or refused. */
                withdrawn: number;
                /** @description `withdrawn` for 100 that were placed; null where none was placed. */
                share: number | null;
                /** @description Half of the declarations came sooner after their order; without those that were undone. */
                median_days: number | null;
            }[];
        };
        AdminTestClock: {
            /** @description True in a test store. */
            movable: boolean;
            /** @description By how much its clock was moved so far. */
            advanced_seconds: number;
            /** @description The last time that it was moved. Null: never. */
            moved_at: string | null;
            /** @description What time brings next, the nearest first; of each kind the first. */
            next: {
                /** @description Such as `hold_ends`, `waitlist_opens`, `waitlist_closes`, `charge_retried`, `payment_deadline`, `answer_deadline`, `ship_window_begins`, `ship_window_ends`, `discount_begins`, `discount_ends`. */
                what: string;
                /** Format: date-time */
                at: string;
                /** @description How far away it is: `advance_seconds` that just reach it. */
                seconds: number;
            }[];
            /** @description What has happened in the store since the clock was moved: a worker does it within a minute. Null: it was never moved. */
            brought: {
                holds_ended: number;
                waitlists_opened: number;
                waitlists_closed: number;
                mails: number;
                charges: number;
                charges_failed: number;
                refunds: number;
                lines_cancelled: number;
                alerts: number;
            } | null;
        };
        AdminRehearsal: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "stopped" | "failed";
            /** Format: uuid */
            waitlist_id: string;
            /** @description The title of its product. */
            product: string;
            shoppers: number;
            /** @description How many of them have come so far. */
            arrived: number;
            hours: number;
            seed: number;
            countries: {
                country: string;
                share: number;
            }[];
            quantities: {
                quantity: number;
                share: number;
            }[];
            /** @description By SKU or id. Empty: all alike. */
            variants: {
                variant: string;
                share: number;
            }[];
            leave_percent: number;
            decline_percent: number;
            challenge_percent: number;
            again_percent: number;
            /** @description Why it failed. */
            failure: string | null;
            /** @description The same as a code: `interrupted` (the service was stopped meanwhile), `rehearsal_impossible`, or another error code. */
            failure_code: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null: it has not ended. */
            ended_at: string | null;
            /** @description What would be sold. Null until the rehearsal is done or was stopped. */
            report: {
                currency: string;
                /** Format: date-time */
                opens_at: string;
                /** Format: date-time */
                ends_at: string;
                /** @description The payment plan. */
                plan: string;
                shoppers: number;
                /** @description Of them, those who came a second time. */
                again: number;
                preorders: number;
                units: number;
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                booked: string;
                /**
                 * Format: decimal
                 * @description What is taken when they are placed.
                 */
                due_now: string;
                /**
                 * Format: decimal
                 * @description What is charged at the release.
                 */
                due_later: string;
                /** @description Units sold in each part of the launch, in the order of `variants`. */
                series: {
                    /** Format: date-time */
                    at: string;
                    units: number[];
                }[];
                variants: {
                    variant_id: string;
                    sku: string;
                    title: string;
                    for_sale: number;
                    sold: number;
                    /** @description Null: some are left. */
                    sold_out_at: string | null;
                    /** @description Units that shoppers asked for and did not get. */
                    missed: number;
                }[];
                countries: {
                    country: string;
                    shoppers: number;
                    preorders: number;
                    units: number;
                    refused: number;
                }[];
                quantities: {
                    quantity: number;
                    preorders: number;
                }[];
                batches: {
                    position: number;
                    ships_from: string;
                    ships_until: string;
                    for_sale: number;
                    sold: number;
                }[];
                refusals: {
                    code: string;
                    shoppers: number;
                }[];
                payments: {
                    paid: number;
                    left: number;
                    declined: number;
                    challenged: number;
                    too_late: number;
                };
                findings: {
                    /** @description Such as `country_not_shipped`. */
                    code: string;
                    /** @description Where it is mended: `waitlist`, `shipping`, `tax`, `rules` or `payments`. */
                    place: string;
                    message: string;
                    /** @description How many shoppers it concerns. */
                    shoppers: number;
                    /** @description What the message names. */
                    data: {
                        countries?: string[];
                        variants?: string[];
                        /** @description Units that were asked for and not there. */
                        units?: number;
                        /** @description The setting: minutes of a hold, or units a customer. */
                        limit?: number;
                        /** @description The error code, such as `payment_not_configured`. */
                        refusal?: string;
                    };
                }[];
            } | null;
        };
        AdminDiscount: {
            /** @description What shoppers type. Capitals and spaces do not matter. */
            code: string;
            /** @enum {string} */
            state: "coming" | "on" | "used_up" | "over";
            /** @description A percentage of the goods, or an amount off the whole pre-order. */
            off: {
                percent: number;
            } | {
                /**
                 * Format: decimal
                 * @description An amount in `currency`, as a decimal such as `129.00`.
                 */
                amount: string;
            };
            /**
             * Format: decimal
             * @description The lowest price of the goods for which it is valid.
             */
            minimum: string;
            /** @description Null: from the beginning. */
            starts_at: string | null;
            /** @description Null: until it is ended. */
            ends_at: string | null;
            /** @description When the merchant ended it. */
            ended_at: string | null;
            /** @description Null: any number. */
            uses_max: number | null;
            /** @description Pre-orders that have it. */
            placed: number;
            /** @description Checkouts being paid that have it. */
            held: number;
            /**
             * Format: decimal
             * @description What it took off placed pre-orders.
             */
            given: string;
            currency: string;
            /** @description The only product for which it is valid. */
            product_id: string | null;
            /** @description The only waitlist on which it is valid. */
            waitlist_id: string | null;
            /** @description The product of `product_id` or `waitlist_id`. Null: any product. */
            valid_for: {
                product_id: string;
                product_code: string;
                title: string;
            } | null;
            /** Format: date-time */
            created_at: string;
        };
        AdminToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The last characters of the secret. */
            ending: string;
            scopes: string[];
            /** @enum {string} */
            state: "valid" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** @description Null: never. */
            expires_at: string | null;
            /** @description To within a minute; null before its first use. */
            last_used_at: string | null;
            /** @description Null while it is not revoked. */
            revoked_at: string | null;
            /** @description Who made it, or keeps it since its maker left; null where it is not known. */
            made_by: {
                /** @enum {string} */
                kind: "token" | "staff" | "command_line";
                /** @description Null for the command line. */
                id: string | null;
                name: string;
            } | null;
        };
        AdminActivity: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            by: {
                /** @enum {string} */
                kind: "token" | "staff" | "command_line";
                /** @description Null for the command line. */
                id: string | null;
                name: string;
            };
            /** @description Such as `waitlist.update`. */
            action: string;
            /** @description The id or reference of what was changed. */
            subject: string;
            before: {
                [key: string]: unknown;
            };
            after: {
                [key: string]: unknown;
            };
            /** @description The `X-Request-Id` of the request. */
            request_id: string | null;
        };
        AdminStaff: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "manager" | "support" | "read-only";
            /** @description When they last used a session that has not ended; null without one. */
            last_used_at: string | null;
        };
        AdminInvitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "support" | "read-only";
            /** @description As the mail names them. */
            invited_by: string;
            /** @description The staff member or token; null for the command line. */
            invited_by_id: string | null;
            /** @enum {string} */
            state: "open" | "accepted" | "revoked" | "expired";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        AdminMadeAccess: {
            /** @description They ended, unless you keep them. */
            tokens: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            /** @description They ended. */
            invitations: {
                /** Format: uuid */
                id: string;
                email: string;
            }[];
        };
    };
    responses: {
        /** @description `alert_not_found` */
        AlertNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `api_token_not_found` */
        ApiTokenNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `attempt_not_found` */
        AttemptNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `batch_not_found` */
        BatchNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `batch_not_found`, `product_not_found`, `waitlist_not_found` */
        BatchNotFoundOrProductNotFoundOrWaitlistNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `csv_invalid`, `csv_encoding` */
        CsvInvalidOrCsvEncoding: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `customer_not_found` */
        CustomerNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `discount_not_found` */
        DiscountNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_in_flight` */
        IdempotencyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_mismatch`, or a rule of the [error table](/docs/errors) */
        IdempotencyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_transition`: it was not sent, or comes back already */
        InvalidTransition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invitation_not_found` */
        InvitationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `job_not_found` */
        JobNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `mail_not_found` */
        MailNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `missing_api_key`, `invalid_api_key` */
        MissingApiKeyOrInvalidApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `missing_api_token`, `invalid_api_token` */
        MissingApiTokenOrInvalidApiToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `missing_parameter`, `invalid_parameter` */
        MissingParameterOrInvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_connected` */
        NotConnected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found` */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payment_account_not_found` */
        PaymentAccountNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: it was changed since `If-Match` was read */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `preorder_not_found` */
        PreorderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `preorder_not_found`, `fulfilment_not_found` */
        PreorderNotFoundOrFulfilmentNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `preorder_not_found`, `note_not_found` */
        PreorderNotFoundOrNoteNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `product_not_found` */
        ProductNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `promise_not_found` */
        PromiseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`, with `Retry-After` */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `refund_too_high`, `invalid_transition`: the line item is not in the return, or came back already */
        RefundTooHighOrInvalidTransition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rehearsal_not_found` */
        RehearsalNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `release_not_found` */
        ReleaseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `scope_required` */
        ScopeRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `staff_not_found` */
        StaffNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`, with `Retry-After` */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unknown_variant` */
        UnknownVariant: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `variant_not_found` */
        VariantNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `view_not_found` */
        ViewNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `waitlist_not_found` */
        WaitlistNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `waitlist_not_found`, `batch_not_found`, `promise_not_found` */
        WaitlistNotFoundOrBatchNotFoundOrPromiseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `waitlist_not_found`, `preorder_not_found` */
        WaitlistNotFoundOrPreorderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `waitlist_not_found`, `product_not_found` */
        WaitlistNotFoundOrProductNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `waitlist_not_found`, `product_not_found`, `batch_not_found` */
        WaitlistNotFoundOrProductNotFoundOrBatchNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook_not_found` */
        WebhookNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `withdrawal_ended` */
        WithdrawalEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `withdrawal_not_found` */
        WithdrawalNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `withdrawal_not_found`, `preorder_not_found` */
        WithdrawalNotFoundOrPreorderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `withdrawal_not_found`, `return_not_found` */
        WithdrawalNotFoundOrReturnNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStore"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As shoppers read it. */
                    name?: string;
                    /** @description The legal name of the seller. */
                    legal_name?: string;
                    /** @description The address of the seller. */
                    legal_address?: string;
                    /** @description Where returns go; in a new store the legal address. */
                    return_address?: string;
                    /** @description The e-mail address for shoppers. */
                    contact_email?: string;
                    /** @description The telephone number for shoppers. Null: none. */
                    contact_phone?: string | null;
                    /** @description The terms of sale. */
                    terms_url?: string;
                    /** @description The privacy notice. */
                    privacy_url?: string;
                    /** @description The page about the right of withdrawal. Null: none. */
                    withdrawal_url?: string | null;
                    /** @description Days to withdraw after the day of delivery, from 14; null: as many as the law gives. For earlier pre-orders too. */
                    withdrawal_days?: number | null;
                    /**
                     * @description Who may withdraw: shoppers whose country has a law for it, or everyone.
                     * @enum {string}
                     */
                    withdrawal_for?: "law" | "everyone";
                    /**
                     * @description The delivery that begins the days: of the last parcel of a pre-order, or of the own parcel of a line item.
                     * @enum {string}
                     */
                    withdrawal_counts_from?: "order" | "line";
                    /**
                     * @description Whether shoppers read the lowest price of 30 days beside a struck one: where a country that the waitlist ships to has a law for it, always or never.
                     * @enum {string}
                     */
                    lowest_price?: "law" | "always" | "never";
                    /**
                     * @description Where shoppers tick a box to agree to the terms: where the law does not allow a sentence at the button, or always. It holds for units that are held from then on.
                     * @enum {string}
                     */
                    terms_box?: "law" | "always";
                    /**
                     * @description Who pays for sending goods back after a withdrawal, as the instructions on withdrawal say.
                     * @enum {string}
                     */
                    return_costs?: "shopper" | "store";
                    /** @description An IANA name, such as `Europe/Berlin`. */
                    time_zone?: string;
                    /** @description Where the store is (ISO 3166-1). Null: not said. */
                    country?: string | null;
                    /** @description The service that completes addresses in the checkout. Null: none. */
                    address_search?: string | null;
                    /** @description Countries where the carrier needs a telephone number, such as `BR`. Replaces the whole list. */
                    phone_countries?: string[];
                    /** @description The language of mails to the merchant and of texts that are not translated, such as `en`. */
                    locale?: string;
                    /** @description Prices include the tax. */
                    prices_include_tax?: boolean;
                    /** @description How long units are held for a shopper who is paying: 1 to 60, 10 in a new store. */
                    hold_minutes?: number;
                    /** @description Live holds of one e-mail address at most: 1 to 1000000, 3 in a new store. */
                    live_holds_per_email_max?: number;
                    /** @description Live holds of one client address at most: 1 to 1000000, 20 in a new store. */
                    live_holds_per_address_max?: number;
                    /** @description How long a place is kept after a failed charge: 1 to 60, 7 in a new store. */
                    payment_days?: number;
                    /** @description How long a customer can undo a withdrawal declared in their name: 1 to 168, 24 in a new store. */
                    withdrawal_undo_hours?: number;
                    /** @description How long contacts of checkouts are kept: 1 to 3650, 30 in a new store. */
                    keep_checkout_days?: number;
                    /** @description Null: contacts are kept. */
                    keep_preorder_days?: number | null;
                    /** @description Null: no limit. To change it, `refunds:large` is needed, and of staff a fresh proof. */
                    refund_limit?: string | null;
                    /** @description To change it, `access:write` is needed, and of staff a fresh proof. */
                    second_factor_required?: boolean;
                    /** @description With a longer delay shoppers are asked, not only told: 0 to 30, 7 in a new store. */
                    ask_after_days?: number;
                    /** @description How many days a shopper has to answer: 3 to 60, 14 in a new store. */
                    answer_days?: number;
                    /**
                     * @description What no answer means.
                     * @enum {string}
                     */
                    silence?: "wait" | "cancel";
                    /**
                     * @description The box that asks for consent.
                     * @enum {string}
                     */
                    marketing_box?: "off" | "ask" | "collected";
                    /** @description The text of that box, by language. Replaces all. */
                    marketing_texts?: {
                        [key: string]: string;
                    };
                    /** @description Sites that may open the checkout, such as `https://fjord.example`. Replaces the whole list. */
                    origins?: string[];
                    /** @description Replaces the whole list. */
                    shipping?: {
                        country: string;
                        /**
                         * Format: decimal
                         * @description An amount in `currency`, as a decimal such as `129.00`.
                         */
                        amount: string;
                    }[];
                    /** @description Replaces the whole list. */
                    tax?: {
                        country: string;
                        /** @description Its code or name; empty for the whole country. */
                        region?: string;
                        /** @description With four decimals at most. */
                        percent: number;
                        /** @description As the store was read. It has to be 100 times `percent`. */
                        basis_points?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStore"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmStoreDecimals: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decimals": 2
                 *     }
                 */
                "application/json": {
                    decimals: number;
                };
            };
        };
        responses: {
            /** @description The store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStore"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "fjord-test",
                 *       "mode": "test",
                 *       "currency": "EUR",
                 *       "name": "Fjord Outdoor",
                 *       "legal_name": "Fjord Outdoor GmbH",
                 *       "legal_address": "Hafenstraße 1\n20457 Hamburg\nGermany",
                 *       "contact_email": "hello@fjord.example",
                 *       "terms_url": "https://fjord.example/terms",
                 *       "privacy_url": "https://fjord.example/privacy",
                 *       "time_zone": "Europe/Berlin",
                 *       "shipping": [
                 *         {
                 *           "country": "DE",
                 *           "amount": "4.90"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description As shoppers read it. */
                    name: string;
                    /** @description The legal name of the seller. */
                    legal_name: string;
                    /** @description The address of the seller. */
                    legal_address: string;
                    /** @description Where returns go; in a new store the legal address. */
                    return_address?: string;
                    /** @description The e-mail address for shoppers. */
                    contact_email: string;
                    /** @description The telephone number for shoppers. Null: none. */
                    contact_phone?: string | null;
                    /** @description The terms of sale. */
                    terms_url: string;
                    /** @description The privacy notice. */
                    privacy_url: string;
                    /** @description The page about the right of withdrawal. Null: none. */
                    withdrawal_url?: string | null;
                    /** @description Days to withdraw after the day of delivery, from 14; null: as many as the law gives. For earlier pre-orders too. */
                    withdrawal_days?: number | null;
                    /**
                     * @description Who may withdraw: shoppers whose country has a law for it, or everyone.
                     * @enum {string}
                     */
                    withdrawal_for?: "law" | "everyone";
                    /**
                     * @description The delivery that begins the days: of the last parcel of a pre-order, or of the own parcel of a line item.
                     * @enum {string}
                     */
                    withdrawal_counts_from?: "order" | "line";
                    /**
                     * @description Whether shoppers read the lowest price of 30 days beside a struck one: where a country that the waitlist ships to has a law for it, always or never.
                     * @enum {string}
                     */
                    lowest_price?: "law" | "always" | "never";
                    /**
                     * @description Where shoppers tick a box to agree to the terms: where the law does not allow a sentence at the button, or always. It holds for units that are held from then on.
                     * @enum {string}
                     */
                    terms_box?: "law" | "always";
                    /**
                     * @description Who pays for sending goods back after a withdrawal, as the instructions on withdrawal say.
                     * @enum {string}
                     */
                    return_costs?: "shopper" | "store";
                    /** @description An IANA name, such as `Europe/Berlin`. */
                    time_zone: string;
                    /** @description Where the store is (ISO 3166-1). Null: not said. */
                    country?: string | null;
                    /** @description The service that completes addresses in the checkout. Null: none. */
                    address_search?: string | null;
                    /** @description Countries where the carrier needs a telephone number, such as `BR`. Replaces the whole list. */
                    phone_countries?: string[];
                    /** @description The language of mails to the merchant and of texts that are not translated, such as `en`. */
                    locale?: string;
                    /** @description Prices include the tax. */
                    prices_include_tax?: boolean;
                    /** @description How long units are held for a shopper who is paying: 1 to 60, 10 in a new store. */
                    hold_minutes?: number;
                    /** @description Live holds of one e-mail address at most: 1 to 1000000, 3 in a new store. */
                    live_holds_per_email_max?: number;
                    /** @description Live holds of one client address at most: 1 to 1000000, 20 in a new store. */
                    live_holds_per_address_max?: number;
                    /** @description How long a place is kept after a failed charge: 1 to 60, 7 in a new store. */
                    payment_days?: number;
                    /** @description How long a customer can undo a withdrawal declared in their name: 1 to 168, 24 in a new store. */
                    withdrawal_undo_hours?: number;
                    /** @description How long contacts of checkouts are kept: 1 to 3650, 30 in a new store. */
                    keep_checkout_days?: number;
                    /** @description Null: contacts are kept. */
                    keep_preorder_days?: number | null;
                    /** @description Null: no limit. To change it, `refunds:large` is needed, and of staff a fresh proof. */
                    refund_limit?: string | null;
                    /** @description To change it, `access:write` is needed, and of staff a fresh proof. */
                    second_factor_required?: boolean;
                    /** @description With a longer delay shoppers are asked, not only told: 0 to 30, 7 in a new store. */
                    ask_after_days?: number;
                    /** @description How many days a shopper has to answer: 3 to 60, 14 in a new store. */
                    answer_days?: number;
                    /**
                     * @description What no answer means.
                     * @enum {string}
                     */
                    silence?: "wait" | "cancel";
                    /**
                     * @description The box that asks for consent.
                     * @enum {string}
                     */
                    marketing_box?: "off" | "ask" | "collected";
                    /** @description The text of that box, by language. Replaces all. */
                    marketing_texts?: {
                        [key: string]: string;
                    };
                    /** @description Sites that may open the checkout, such as `https://fjord.example`. Replaces the whole list. */
                    origins?: string[];
                    /** @description Replaces the whole list. */
                    shipping?: {
                        country: string;
                        /**
                         * Format: decimal
                         * @description An amount in `currency`, as a decimal such as `129.00`.
                         */
                        amount: string;
                    }[];
                    /** @description Replaces the whole list. */
                    tax?: {
                        country: string;
                        /** @description Its code or name; empty for the whole country. */
                        region?: string;
                        /** @description With four decimals at most. */
                        percent: number;
                        /** @description As the store was read. It has to be 100 times `percent`. */
                        basis_points?: number;
                    }[];
                    /** @description Its name in addresses and on the command line; never changes. */
                    slug: string;
                    /**
                     * @description Never changes. No real money moves in a test store.
                     * @enum {string}
                     */
                    mode: "test" | "live";
                    /** @description ISO 4217; never changes. */
                    currency: string;
                };
            };
        };
        responses: {
            /** @description The new store. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStore"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Fjord Outdoor"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the store, as shoppers read it: so that no other one goes. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The short name of what was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            slug: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSharedSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid shared secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The newest first. There are two while they are being rotated. */
                            secrets: {
                                secret: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSharedSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid shared secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The newest first. There are two while they are being rotated. */
                            secrets: {
                                secret: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    retireSharedSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid shared secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The newest first. There are two while they are being rotated. */
                            secrets: {
                                secret: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBrand: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of buttons and links: `#` and six hexadecimal digits. Null: ours. */
                    accent?: string | null;
                    /** @description Of the page. Null: ours. */
                    ground?: string | null;
                    /** @description Of the page on a dark screen. Null: ours. */
                    ground_dark?: string | null;
                    /** @description Of corners, in pixels. Null: ours. */
                    radius?: number | null;
                    /** @description The name that mails are from. Null: that of the store. */
                    sender_name?: string | null;
                    /** @description Where answers to mails go. Null: the contact of the store. */
                    reply_to?: string | null;
                };
            };
        };
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": unknown;
                "image/jpeg": unknown;
                "image/webp": unknown;
            };
        };
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setFont: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "font/woff2": unknown;
                "font/woff": unknown;
            };
        };
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeFont: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGuaranteeNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeNotices"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setGuaranteeNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description The language of its readers, such as `de`; or `de-AT` where a country has a file of its own. */
                locale: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": unknown;
                "image/jpeg": unknown;
                "image/webp": unknown;
            };
        };
        responses: {
            /** @description All notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeNotices"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeGuaranteeNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description The language of its readers, such as `de`; or `de-AT` where a country has a file of its own. */
                locale: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeNotices"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGuaranteeLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeLabel"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setGuaranteeLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": unknown;
                "image/jpeg": unknown;
                "image/webp": unknown;
            };
        };
        responses: {
            /** @description The label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeLabel"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeGuaranteeLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminGuaranteeLabel"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTexts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Such as `de`: a language that the service speaks. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All texts that can be changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            language: string;
                            texts: components["schemas"]["AdminText"][];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description Such as `de`: a language that the service speaks. */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "texts": {
                 *         "button.order": "Reserve yours",
                 *         "mail.placed.title": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description New words by key; null brings ours back. */
                    texts: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description All texts that can be changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            language: string;
                            texts: components["schemas"]["AdminText"][];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewMail: {
        parameters: {
            query: {
                /** @description A kind of mail, such as `placed`. */
                mail: string;
            };
            header?: never;
            path: {
                /** @description Such as `de`: a language that the service speaks. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            subject: string;
                            from: string;
                            /** @description For a browser: its pictures are inside. */
                            html: string;
                            text: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewMailChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Such as `de`: a language that the service speaks. */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mail": "placed",
                 *       "texts": {
                 *         "mail.placed.title": "Hurray, {name}!"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A kind of mail, such as `placed`. */
                    mail: string;
                    /** @description New words by key; null brings ours back. */
                    texts?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            subject: string;
                            from: string;
                            /** @description For a browser: its pictures are inside. */
                            html: string;
                            text: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description Such as `de`: a language that the service speaks. */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mail": "placed"
                 *     }
                 */
                "application/json": {
                    /** @description A kind of mail, such as `placed`. */
                    mail: string;
                };
            };
        };
        responses: {
            /** @description It is sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The address that it went to. */
                            to: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only those that have each of these words somewhere in title, code or a SKU, in any order and any spelling (`mueller` finds Müller). One or two letters must begin a word. */
                q?: string;
                /** @description Only those that an import changed at that time or later. */
                updated_at_min?: string;
                /** @description Of this vendor, in any case. */
                vendor?: string;
                picture?: "with" | "without";
                /** @description `made`: the service made its id, because it does not know the one of the platform. */
                ids?: "platform" | "made";
                /** @description `with`: it has a waitlist that is not closed. */
                waitlist?: "with" | "without";
                /** @description `without`: a variant has none. */
                prices?: "with" | "without";
                /** @description Which come first. */
                sort?: "handle" | "title" | "title_desc" | "vendor" | "vendor_desc" | "changed" | "changed_desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminProduct"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRunningImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRunningImport"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMovingIn"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    startImport: {
        parameters: {
            query: {
                kind: "preorders" | "waitlists";
                /** @description To know it again. */
                file_name?: string;
                /** @description Only look at every row. `runImport` brings in afterwards what is ready. */
                dry_run?: boolean;
                /** @description Raise allocations as rows need it, and add deliveries with the promised days. Otherwise such rows are refused. */
                raise?: boolean;
                /** @description Send a confirmation to each shopper. Otherwise none is sent. */
                mails?: boolean;
                /** @description What was paid by rows that do not say it. Without this such rows are refused. */
                paid?: "all" | "none";
            };
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "application/json": unknown;
            };
        };
        responses: {
            /** @description What was taken in. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMovingIn"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMovingIn"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Rows on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description `ready`: it can come in; `exists`: an import brought it in before; `skipped`: it is over elsewhere; `kept`: it was to be undone, and something has happened to it since. */
                fate?: "ready" | "imported" | "exists" | "skipped" | "refused" | "undone" | "kept";
            };
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminMovingRow"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    runImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The import. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMovingIn"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The import. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMovingIn"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordGivenBack: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "PO-7K2M-9QXT-X"
                 *     }
                 */
                "application/json": {
                    reference: string;
                };
            };
        };
        responses: {
            /** @description What is recorded as given back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            reference: string;
                            /**
                             * Format: decimal
                             * @description An amount in `currency`, as a decimal such as `129.00`.
                             */
                            given_back: string;
                            currency: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    findId: {
        parameters: {
            query: {
                /** @description The id as a page has it. */
                id: string;
                /** @description Where the page gives it; `product` if left out. */
                as?: "product" | "variant";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of the id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminIdFinding"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    mapIds: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "products": [
                 *         {
                 *           "product": "aurora-jacket",
                 *           "id": "8123456789012",
                 *           "variants": [
                 *             {
                 *               "variant": "AUR-S",
                 *               "id": "44123456789012"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    products: {
                        /** @description An id that the product has now or had earlier, or its code (handle). */
                        product: string;
                        /** @description The product's id on the platform. */
                        id?: string;
                        /** @description The product's code (handle) on the platform. */
                        product_code?: string;
                        variants?: {
                            /** @description An id that the variant has now or had earlier, its SKU or its title. */
                            variant: string;
                            /** @description The variant's id on the platform. */
                            id: string;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description How many changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMappedIds"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProductSafety: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of its safety. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminSafety"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setProductSafety: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maker": {
                 *         "name": "Aurora AB",
                 *         "address": "Storgatan 1\n111 22 Stockholm\nSweden",
                 *         "contact": "safety@aurora.example"
                 *       },
                 *       "responsible_person": null,
                 *       "warnings": {
                 *         "en": "Not for children under 3 years: small parts."
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Who made the product. */
                    maker: {
                        /** @description One line. */
                        name: string;
                        /** @description The postal address, in lines. */
                        address: string;
                        /** @description An e-mail address, or a web address. */
                        contact: string;
                    } | null;
                    /** @description Who answers for it in the EU. Null where the maker is there. */
                    responsible_person: {
                        /** @description One line. */
                        name: string;
                        /** @description The postal address, in lines. */
                        address: string;
                        /** @description An e-mail address, or a web address. */
                        contact: string;
                    } | null;
                    /** @description Warnings and safety information, by language: `de`. */
                    warnings: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description What is known of its safety. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminSafety"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectPlatform: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "http",
                 *       "settings": {
                 *         "url": "https://shop.example/connector",
                 *         "secret": "whsec_…"
                 *       }
                 *     }
                 */
                "application/json": {
                    kind: string;
                    /** @description Those of its kind, secret ones included. */
                    settings: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkPlatformApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "north-and-pine.myshopify.com",
                 *       "code": "7K2M9-QXT4B"
                 *     }
                 */
                "application/json": {
                    /** @description The address that the platform gave the store. */
                    address: string;
                    /** @description What the app shows when it is opened there. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    disconnectPlatform: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotConnected"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConnectionIssues: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminConnectionIssue"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setOrderTime: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description When the order of a pre-order is created on the platform. Before its release it waits there, held.
                     * @enum {string}
                     */
                    at: "placing" | "payment" | "release";
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotConnected"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    syncConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Compare, and write nothing. */
                    dry_run?: boolean;
                    /** @description Read this product alone, by the platform's id. */
                    product_id?: string;
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminConnection"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotConnected"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitlists: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                state?: "DRAFT" | "SCHEDULED" | "OPEN" | "PAUSED" | "CLOSED";
                /** @description True: only those that sell now. */
                open?: boolean;
                /** @description The product's id in the connected store, or its code (handle). */
                product_id?: string;
                /** @description Only those of products that have each of these words somewhere in title, code or a SKU, in any order and any spelling (`mueller` finds Müller). One or two letters must begin a word. */
                q?: string;
                /** @description Only those whose settings, units, days or state changed at that time or later. A sale changes none. */
                updated_at_min?: string;
                /** @description `open`: line items wait for units; `done`: none waits. */
                delivery?: "open" | "done";
                /** @description `left`: a unit is neither sold nor held; `sold_out`: none is left. */
                units?: "left" | "sold_out";
                /** @description The first day on the store's clock, such as `2026-06-01`, or a time. */
                launches_from?: string;
                /** @description The last day on the store's clock, or a time that is no longer in it. */
                launches_until?: string;
                /** @description The first day on the store's clock, such as `2026-06-01`, or a time. */
                closes_from?: string;
                /** @description The last day on the store's clock, or a time that is no longer in it. */
                closes_until?: string;
                /** @description Which come first. `ships`: by the first day of `ship_window`; `state`: what sells, or will, first. */
                sort?: "newest" | "oldest" | "title" | "title_desc" | "state" | "state_desc" | "sold" | "sold_desc" | "ships" | "ships_desc" | "changed" | "changed_desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of waitlists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminWaitlist"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The product's id in the connected store, or its code (handle). */
                    product_id: string;
                    /** @description Calendar days in the store's time zone, such as `2027-06-10`. */
                    ship_window: {
                        from: string;
                        until: string;
                    };
                    /** @description The same for every variant of the product. `variants` go before it. */
                    every_variant?: {
                        /** @description Units that it may sell, in total. */
                        allocated: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                    };
                    variants?: {
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that it may sell, in total. */
                        allocated?: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                        /** @description Struck through beside the price; null for none. It is never copied from the catalogue. */
                        compare_at_price?: string | null;
                    }[];
                    /** @description When it opens by itself, once it is scheduled; null for never. */
                    launches_at?: string | null;
                    /** @description When it closes by itself; null for never. */
                    closes_at?: string | null;
                    /** @description Null: no limit. */
                    limit_per_customer?: number | null;
                    /** @description Shoppers see their place in the queue. */
                    show_position?: boolean;
                    /** @description A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty. */
                    shelf_first?: boolean;
                    /** @description The countries to which it ships, of those of the store (`DE`); null: all of them. */
                    countries?: string[] | null;
                    /** @description Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then. */
                    withdrawal_exclusion?: ("market_price" | "personalised" | "perishable" | "hygiene" | "mixed" | "vintage" | "media" | "periodical") | null;
                    /** @description What “Learn more” says of it. */
                    text?: string;
                    /** @enum {string} */
                    payment_plan?: "pay_now" | "pay_later" | "deposit";
                    /** @description What is paid at once: a share of the total with shipping and tax, or an amount for each unit. It means the payment plan `deposit`. */
                    deposit?: ({
                        percent: number;
                    } | {
                        /**
                         * Format: decimal
                         * @description An amount in `currency`, as a decimal such as `129.00`.
                         */
                        amount: string;
                    }) | null;
                    /** @description A shopper who cancels gets the deposit back. Only with the payment plan `deposit`. `false` is without effect for a consumer who withdraws where the law lets them: they get everything back. */
                    deposit_refundable?: boolean;
                };
            };
        };
        responses: {
            /** @description The waitlist. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Calendar days in the store's time zone, such as `2027-06-10`. */
                    ship_window?: {
                        from: string;
                        until: string;
                    };
                    /** @description Why the dates move, for shoppers to read. Required while shoppers wait. */
                    reason?: string;
                    /** @description The same for every variant of the product. `variants` go before it. */
                    every_variant?: {
                        /** @description Units that it may sell, in total. */
                        allocated: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                    };
                    variants?: {
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that it may sell, in total. */
                        allocated?: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                        /** @description Struck through beside the price; null for none. It is never copied from the catalogue. */
                        compare_at_price?: string | null;
                    }[];
                    /** @description When it opens by itself, once it is scheduled; null for never. */
                    launches_at?: string | null;
                    /** @description When it closes by itself; null for never. */
                    closes_at?: string | null;
                    /** @description Null: no limit. */
                    limit_per_customer?: number | null;
                    /** @description Shoppers see their place in the queue. */
                    show_position?: boolean;
                    /** @description A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty. */
                    shelf_first?: boolean;
                    /** @description The countries to which it ships, of those of the store (`DE`); null: all of them. */
                    countries?: string[] | null;
                    /** @description Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then. */
                    withdrawal_exclusion?: ("market_price" | "personalised" | "perishable" | "hygiene" | "mixed" | "vintage" | "media" | "periodical") | null;
                    /** @description What “Learn more” says of it. */
                    text?: string;
                    /** @enum {string} */
                    payment_plan?: "pay_now" | "pay_later" | "deposit";
                    /** @description What is paid at once: a share of the total with shipping and tax, or an amount for each unit. It means the payment plan `deposit`. */
                    deposit?: ({
                        percent: number;
                    } | {
                        /**
                         * Format: decimal
                         * @description An amount in `currency`, as a decimal such as `129.00`.
                         */
                        amount: string;
                    }) | null;
                    /** @description A shopper who cancels gets the deposit back. Only with the payment plan `deposit`. `false` is without effect for a consumer who withdraws where the law lets them: they get everything back. */
                    deposit_refundable?: boolean;
                };
            };
        };
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewWaitlistAct: {
        parameters: {
            query: {
                act: "schedule" | "unschedule" | "open" | "pause" | "resume" | "close";
            };
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            act: string;
                            /** @enum {string} */
                            state: "DRAFT" | "SCHEDULED" | "OPEN" | "PAUSED" | "CLOSED";
                            /** @description Null when it would be refused. */
                            becomes: ("DRAFT" | "SCHEDULED" | "OPEN" | "PAUSED" | "CLOSED") | null;
                            /** @description Why it would be refused; null when it would be done. */
                            refusal: {
                                code: string;
                                message: string;
                                param?: string;
                                data?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                            /** @description Checkouts that are being paid. They may finish, whatever is done. */
                            paying: number;
                            /** @description Units of these checkouts. */
                            units_held: number;
                            /** @description Units that are neither sold nor held. */
                            units_left: number;
                            /** @description Pre-orders that wait for units. They stay, whatever is done. */
                            preorders_waiting: number;
                            /** @description Line items of these pre-orders. */
                            units_waiting: number;
                            /** @description Variants of it that are in stock. They are sold all the same, unless `shelf_first`. */
                            on_shelf: {
                                id: string;
                                sku: string;
                                title: string;
                                /** @description As the catalogue says. */
                                in_stock: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWaitlistPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description A whole page of HTML that sells the product. */
                            page: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeWaitlists: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "product_id": "1001",
                 *           "ship_window": {
                 *             "from": "2030-06-10",
                 *             "until": "2030-06-15"
                 *           },
                 *           "every_variant": {
                 *             "allocated": 50
                 *           }
                 *         },
                 *         {
                 *           "id": "0b6f3c1e-0000-4000-8000-000000000001",
                 *           "limit_per_customer": 3
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    rows: {
                        /** @description The waitlist to change. */
                        id?: string;
                        /** @description The product's id in the connected store, or its code (handle). */
                        product_id?: string;
                        /** @description Calendar days in the store's time zone, such as `2027-06-10`. */
                        ship_window?: {
                            from: string;
                            until: string;
                        };
                        /** @description Why the dates move, for shoppers to read. Required while shoppers wait. */
                        reason?: string;
                        /** @description The same for every variant of the product. `variants` go before it. */
                        every_variant?: {
                            /** @description Units that it may sell, in total. */
                            allocated: number;
                            /**
                             * Format: decimal
                             * @description Without one, the price of the catalogue.
                             */
                            price?: string;
                        };
                        variants?: {
                            /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                            variant: string;
                            /** @description Units that it may sell, in total. */
                            allocated?: number;
                            /**
                             * Format: decimal
                             * @description Without one, the price of the catalogue.
                             */
                            price?: string;
                            /** @description Struck through beside the price; null for none. It is never copied from the catalogue. */
                            compare_at_price?: string | null;
                        }[];
                        /** @description When it opens by itself, once it is scheduled; null for never. */
                        launches_at?: string | null;
                        /** @description When it closes by itself; null for never. */
                        closes_at?: string | null;
                        /** @description Null: no limit. */
                        limit_per_customer?: number | null;
                        /** @description Shoppers see their place in the queue. */
                        show_position?: boolean;
                        /** @description A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty. */
                        shelf_first?: boolean;
                        /** @description The countries to which it ships, of those of the store (`DE`); null: all of them. */
                        countries?: string[] | null;
                        /** @description Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then. */
                        withdrawal_exclusion?: ("market_price" | "personalised" | "perishable" | "hygiene" | "mixed" | "vintage" | "media" | "periodical") | null;
                        /** @description What “Learn more” says of it. */
                        text?: string;
                        /** @enum {string} */
                        payment_plan?: "pay_now" | "pay_later" | "deposit";
                        /** @description What is paid at once: a share of the total with shipping and tax, or an amount for each unit. It means the payment plan `deposit`. */
                        deposit?: ({
                            percent: number;
                        } | {
                            /**
                             * Format: decimal
                             * @description An amount in `currency`, as a decimal such as `129.00`.
                             */
                            amount: string;
                        }) | null;
                        /** @description A shopper who cancels gets the deposit back. Only with the payment plan `deposit`. `false` is without effect for a consumer who withdraws where the law lets them: they get everything back. */
                        deposit_refundable?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description A result for each row. A refused row does not stop the others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            succeeded: number;
                            failed: number;
                        };
                        data: {
                            /** @description Position of the row in the request, from 0. */
                            index: number;
                            /** @enum {string} */
                            result: "success" | "error";
                            data?: components["schemas"]["AdminWaitlist"];
                            error?: {
                                code: string;
                                message: string;
                                param?: string;
                                data?: {
                                    [key: string]: unknown;
                                };
                                errors?: {
                                    code: string;
                                    message: string;
                                    param?: string;
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                }[];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    scheduleWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    unscheduleWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    openWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            state: "DRAFT" | "SCHEDULED" | "OPEN" | "PAUSED" | "CLOSED";
                            /** @description It sells now. */
                            open: boolean;
                            product: {
                                id: string;
                                product_code: string;
                                title: string;
                            };
                            /** @description The ship window that holds now. Each move has a new version. */
                            ship_window: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                until: string;
                                version: number;
                            };
                            /** @description Null: no limit. */
                            limit_per_customer: number | null;
                            /** @description Shoppers see their place in the queue. */
                            show_position: boolean;
                            /** @description A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty. */
                            shelf_first: boolean;
                            /** @description The countries to which it ships, of those of the store (`DE`); null: all of them. */
                            countries: string[] | null;
                            /** @description Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then. */
                            withdrawal_exclusion: ("market_price" | "personalised" | "perishable" | "hygiene" | "mixed" | "vintage" | "media" | "periodical") | null;
                            /** @description In the order in which they are sold. */
                            batches: {
                                /** Format: uuid */
                                id: string;
                                position: number;
                                /** @description The ship window that holds now. Each move has a new version. */
                                ship_window: {
                                    /** Format: date */
                                    from: string;
                                    /** Format: date */
                                    until: string;
                                    version: number;
                                };
                                left: number;
                            }[];
                            /** @description When it opens by itself. */
                            launches_at: string | null;
                            /** @description When it closes by itself. */
                            closes_at: string | null;
                            /** @description What “Learn more” says of it. */
                            text: string;
                            /** @enum {string} */
                            payment_plan: "pay_now" | "pay_later" | "deposit";
                            /** @description A share of the total with shipping and tax, or an amount for each unit; null without a deposit. */
                            deposit: ({
                                percent: number;
                            } | {
                                /**
                                 * Format: decimal
                                 * @description An amount in `currency`, as a decimal such as `129.00`.
                                 */
                                amount: string;
                            }) | null;
                            deposit_refundable: boolean;
                            currency: string;
                            variants: {
                                /** @description The variant's id in the connected store. */
                                id: string;
                                sku: string;
                                title: string;
                                /**
                                 * Format: decimal
                                 * @description An amount in `currency`, as a decimal such as `129.00`.
                                 */
                                price: string;
                                /** @description Struck through beside the price, where there is one. */
                                compare_at_price: string | null;
                                allocated: number;
                                held: number;
                                sold: number;
                                left: number;
                                gone: boolean;
                                /** @description Not pre-ordered now: `shelf_first`, and it is in stock. */
                                left_to_shelf: boolean;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description Null before it opened. */
                            opened_at: string | null;
                            /** @description Null before it closed. */
                            closed_at: string | null;
                            /** @description Variants of it that are in stock. They are sold all the same, unless `shelf_first`. */
                            on_shelf: {
                                id: string;
                                sku: string;
                                title: string;
                                /** @description As the catalogue says. */
                                in_stock: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlist"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLowestPrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lowest prices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminLowestPrices"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportWaitlists: {
        parameters: {
            query?: {
                /** @description With the byte order mark that Excel needs; true if left out. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBatch"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    addBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ship_window": {
                 *         "from": "2030-09-01",
                 *         "until": "2030-09-15"
                 *       },
                 *       "variants": [
                 *         {
                 *           "variant": "100101",
                 *           "allocated": 200
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Calendar days in the store's time zone, such as `2027-06-10`. */
                    ship_window: {
                        from: string;
                        until: string;
                    };
                    variants: {
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that it may sell, in total. */
                        allocated: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                        /** @description Struck through beside the price; null for none. It is never copied from the catalogue. */
                        compare_at_price?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The batch. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBatchDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only batches for which line items wait. */
                waiting?: boolean;
                /** @description As the entries say. */
                status?: "idle" | "ready" | "late" | "at_risk" | "on_time";
                /** @description The product's id in the connected store, or its code (handle). */
                product_id?: string;
                waitlist_id?: string;
                /** @description Only those whose ship window ends on this day or later: `2026-06-01`. */
                ships_from?: string;
                /** @description Only those whose ship window begins on this day or earlier. */
                ships_until?: string;
                /** @description `due`: those that line items wait for first, by ship window; `ships`: by ship window. */
                sort?: "due" | "ships" | "ships_desc" | "title" | "title_desc" | "waiting" | "waiting_desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminDelivery"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFoundOrProductNotFoundOrWaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBatchDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variants": [
                 *         {
                 *           "variant": "100101",
                 *           "allocated": 250
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    variants: {
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that it may sell, in total. */
                        allocated: number;
                        /**
                         * Format: decimal
                         * @description Without one, the price of the catalogue.
                         */
                        price?: string;
                        /** @description Struck through beside the price; null for none. It is never copied from the catalogue. */
                        compare_at_price?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBatchDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordArrival: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variants": [
                 *         {
                 *           "variant": "100101",
                 *           "arrived": 40
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    variants: {
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that have come, in total. */
                        arrived: number;
                    }[];
                    /** @description A count with the same key is recorded only once. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminBatchDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setInventory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "waitlist_id": "0b6f3c1e-0000-4000-8000-000000000001",
                 *           "variant": "100101",
                 *           "allocated": 300,
                 *           "arrived": 40
                 *         },
                 *         {
                 *           "waitlist_id": "0b6f3c1e-0000-4000-8000-000000000001",
                 *           "variant": "AUR-1",
                 *           "arrived": 12
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    rows: {
                        batch_id?: string;
                        /** @description Instead of `batch_id`, where it has only one batch. */
                        waitlist_id?: string;
                        /** @description The variant's id in the connected store, or its SKU where no other variant of the product has it. */
                        variant: string;
                        /** @description Units that it may sell, in total. */
                        allocated?: number;
                        /** @description Units that have come, in total. */
                        arrived?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description A result for each row. A refused row does not stop the others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            succeeded: number;
                            failed: number;
                        };
                        data: {
                            /** @description Position of the row in the request, from 0. */
                            index: number;
                            /** @enum {string} */
                            result: "success" | "error";
                            data?: {
                                /** Format: uuid */
                                waitlist_id: string;
                                /** Format: uuid */
                                batch_id: string;
                                id: string;
                                sku: string;
                                title: string;
                                /** @description Units that it may sell. */
                                allocated: number;
                                /** @description Being paid for. */
                                held: number;
                                /** @description Bought. */
                                sold: number;
                                /** @description Still free to sell. */
                                left: number;
                                /** @description That have come, in total. */
                                arrived: number;
                                /** @description Of those that have come, given to line items. */
                                released: number;
                                /** @description Of those that have come, still free. */
                                free: number;
                                /** @description Line items that wait for a unit. */
                                waiting: number;
                                /** @description Of these line items, those whose payment failed. */
                                payment_due: number;
                            };
                            error?: {
                                code: string;
                                message: string;
                                param?: string;
                                data?: {
                                    [key: string]: unknown;
                                };
                                errors?: {
                                    code: string;
                                    message: string;
                                    param?: string;
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                }[];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromises: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                waitlist_id?: string;
                batch_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of promises. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminPromise"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrBatchNotFoundOrPromiseNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromise: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promise_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPromise"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PromiseNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewMove: {
        parameters: {
            query: {
                /** @description Such as `2030-06-24`. */
                ships_from: string;
                /** @description Such as `2030-06-24`. */
                ships_until: string;
            };
            header?: never;
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            ship_window: {
                                from: string;
                                until: string;
                            };
                            before: {
                                from: string;
                                until: string;
                            };
                            /** @description Line items that wait for the batch. */
                            lines: number;
                            /** @description Pre-orders that would be told. */
                            told: number;
                            /** @description Pre-orders that would be asked. */
                            asked: number;
                            /** @description Of these, those that the law requires to ask. */
                            asked_by_law: number;
                            /** @description Of these, those that no answer would cancel. */
                            silence_cancels: number;
                            /** @description The first and the last day on which answers are due. */
                            answer_by: {
                                first: string;
                                last: string;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
            };
            header?: never;
            path: {
                promise_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminNotice"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PromiseNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPromises: {
        parameters: {
            query?: {
                waitlist_id?: string;
                /** @description Only of this pre-order. */
                reference?: string;
                /** @description With the byte order mark that Excel needs; true if left out. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrPreorderNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ship_window": {
                 *         "from": "2030-06-24",
                 *         "until": "2030-06-29"
                 *       },
                 *       "reason": "The fabric is two weeks late."
                 *     }
                 */
                "application/json": {
                    /** @description Calendar days in the store's time zone, such as `2027-06-10`. */
                    ship_window: {
                        from: string;
                        until: string;
                    };
                    /** @description For shoppers to read. Required while shoppers wait. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The promise that holds now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description False when the batch has this window already. */
                            moved: boolean;
                            promise: components["schemas"]["AdminPromise"];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleases: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                batch_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of releases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminRelease"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    startRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "batch_id": "0b6f3c1e-0000-4000-8000-00000000000b",
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    batch_id: string;
                    /** @description The most line items; null for all that have a unit. */
                    limit?: number | null;
                };
            };
        };
        responses: {
            /** @description What was started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description False when there is nothing to hand out. */
                            started: boolean;
                            /** @description Null when there is nothing to hand out. */
                            release: components["schemas"]["AdminRelease"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                release_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRelease"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewRelease: {
        parameters: {
            query?: {
                /** @description The most line items. */
                limit?: number;
            };
            header?: never;
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            batch_id: string;
                            /** Format: uuid */
                            waitlist_id: string;
                            currency: string;
                            /** @description The sum of what would be charged. */
                            charge: string;
                            /** @description Would get a unit, in this order. */
                            lines: {
                                /** Format: uuid */
                                id: string;
                                /** @description Of the pre-order. */
                                reference: string;
                                /** @description Position in the pre-order, from 1. */
                                number: number;
                                /** Format: date-time */
                                placed_at: string;
                                variant: {
                                    id: string;
                                    sku: string;
                                };
                                /** @description What would be charged, in `currency`. */
                                charge: string;
                                /** @description `kept`, `expired`, `missing`, or `none` when nothing is due. */
                                card: string;
                                /** @description The state of a dispute about the pre-order. */
                                dispute: string | null;
                                /** @description Why it is not released; null where nothing holds it back. */
                                waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
                                /** @description The customer was asked about a moved date and can still answer. */
                                unanswered: boolean;
                                /** @description How many line items of the pre-order wait for this delivery, this one among them. */
                                together: number;
                            }[];
                            /** @description A unit is kept for them until they have paid, a bank has decided, or a withdrawal is dealt with. */
                            kept: {
                                /** Format: uuid */
                                id: string;
                                /** @description Of the pre-order. */
                                reference: string;
                                /** @description Position in the pre-order, from 1. */
                                number: number;
                                /** Format: date-time */
                                placed_at: string;
                                variant: {
                                    id: string;
                                    sku: string;
                                };
                                /** @description What would be charged, in `currency`. */
                                charge: string;
                                /** @description `kept`, `expired`, `missing`, or `none` when nothing is due. */
                                card: string;
                                /** @description The state of a dispute about the pre-order. */
                                dispute: string | null;
                                /** @description Why it is not released; null where nothing holds it back. */
                                waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
                                /** @description The customer was asked about a moved date and can still answer. */
                                unanswered: boolean;
                                /** @description How many line items of the pre-order wait for this delivery, this one among them. */
                                together: number;
                            }[];
                            /** @description Would wait on. */
                            left_out: {
                                /** Format: uuid */
                                id: string;
                                /** @description Of the pre-order. */
                                reference: string;
                                /** @description Position in the pre-order, from 1. */
                                number: number;
                                /** Format: date-time */
                                placed_at: string;
                                variant: {
                                    id: string;
                                    sku: string;
                                };
                                /** @description What would be charged, in `currency`. */
                                charge: string;
                                /** @description `kept`, `expired`, `missing`, or `none` when nothing is due. */
                                card: string;
                                /** @description The state of a dispute about the pre-order. */
                                dispute: string | null;
                                /** @description Why it is not released; null where nothing holds it back. */
                                waits_for: ("dispute" | "lost_dispute" | "withdrawal") | null;
                                /** @description The customer was asked about a moved date and can still answer. */
                                unanswered: boolean;
                                /** @description How many line items of the pre-order wait for this delivery, this one among them. */
                                together: number;
                            }[];
                            /** @description Of all line items. The lists have the first 500. */
                            counts: {
                                lines: number;
                                kept: number;
                                left_out: number;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["BatchNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                release_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRelease"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ReleaseNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDiscounts: {
        parameters: {
            query?: {
                /** @description Also those that are over. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminDiscount"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What shoppers type, such as `SUMMER10`. */
                    code: string;
                    /** @description Such as `10%` of the goods, or `5.00` off the whole pre-order. */
                    off: {
                        percent: number;
                    } | {
                        /**
                         * Format: decimal
                         * @description An amount in `currency`, as a decimal such as `129.00`.
                         */
                        amount: string;
                    };
                    /**
                     * Format: decimal
                     * @description The lowest price of the goods for which it is valid.
                     */
                    minimum?: string;
                    /** @description Null: now. */
                    starts_at?: string | null;
                    /** @description Null: until it is ended. */
                    ends_at?: string | null;
                    /** @description How many pre-orders may have it. Null: any number. */
                    uses_max?: number | null;
                    /** @description Only for this product. */
                    product_id?: string | null;
                    /** @description Only on this waitlist. */
                    waitlist_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The code. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminDiscount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDiscount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminDiscount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["DiscountNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDiscounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "code": "SPRING15",
                 *           "off": {
                 *             "percent": 15
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    rows: {
                        /** @description What shoppers type, such as `SUMMER10`. */
                        code: string;
                        /** @description Such as `10%` of the goods, or `5.00` off the whole pre-order. */
                        off: {
                            percent: number;
                        } | {
                            /**
                             * Format: decimal
                             * @description An amount in `currency`, as a decimal such as `129.00`.
                             */
                            amount: string;
                        };
                        /**
                         * Format: decimal
                         * @description The lowest price of the goods for which it is valid.
                         */
                        minimum?: string;
                        /** @description Null: now. */
                        starts_at?: string | null;
                        /** @description Null: until it is ended. */
                        ends_at?: string | null;
                        /** @description How many pre-orders may have it. Null: any number. */
                        uses_max?: number | null;
                        /** @description Only for this product. */
                        product_id?: string | null;
                        /** @description Only on this waitlist. */
                        waitlist_id?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description A result for each row. A refused row does not stop the others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            succeeded: number;
                            failed: number;
                        };
                        data: {
                            /** @description Position of the row in the request, from 0. */
                            index: number;
                            /** @enum {string} */
                            result: "success" | "error";
                            data?: components["schemas"]["AdminDiscount"];
                            error?: {
                                code: string;
                                message: string;
                                param?: string;
                                data?: {
                                    [key: string]: unknown;
                                };
                                errors?: {
                                    code: string;
                                    message: string;
                                    param?: string;
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                }[];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminDiscount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["DiscountNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPreorders: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description The platform's id. */
                product_id?: string;
                /** @description Words in any order and any spelling (`mueller` finds Müller), each a part of the reference, a SKU or the product; with `preorders:personal` also of the name, e-mail address, postcode, city, phone or tracking number. Three letters of a word are enough, one or two must begin it. Of words that are common it finds some hundreds, the newest. */
                q?: string;
                waitlist_id?: string;
                /** @description The whole address. Needs `preorders:personal`. */
                email?: string;
                /** @description The id of a customer. Needs `preorders:personal`. */
                customer?: string;
                /** @description Only those with a line item in that state, such as `released` for what is ready to send. Their own `state` may be another one. */
                state?: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
                /** @description The platform's id or SKU of a variant of `product_id`, which is needed too. With `state` or `batch_id` one line item has to be like all of them. */
                variant_id?: string;
                /** @description Only those with a line item of that delivery. */
                batch_id?: string;
                /** @description The first day on the store's clock, such as `2026-06-01`, or a time. */
                placed_from?: string;
                /** @description The last day on the store's clock, or a time that is no longer in it. */
                placed_until?: string;
                /** @description Of the address, such as `DE`. Needs `preorders:personal`. */
                country?: string;
                payment_plan?: "pay_now" | "pay_later" | "deposit";
                /** @description Only these: up to 250 references with commas between them. */
                references?: string;
                /** @description Only those whose line items, money, parcels, contact or notes changed at that time or later. A moved date changes its batch. */
                updated_at_min?: string;
                /** @description Which pre-orders come first. */
                sort?: "newest" | "oldest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of pre-orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                            /** @description True where `q` ended early, or finds more than a search shows: there may be others. More words, or longer ones, find them. */
                            incomplete: boolean;
                        };
                        data: components["schemas"]["AdminPreorder"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrProductNotFoundOrBatchNotFound"];
            422: components["responses"]["UnknownVariant"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPreorders: {
        parameters: {
            query?: {
                /** @description The platform's id. */
                product_id?: string;
                /** @description Words in any order and any spelling (`mueller` finds Müller), each a part of the reference, a SKU or the product; with `preorders:personal` also of the name, e-mail address, postcode, city, phone or tracking number. Three letters of a word are enough, one or two must begin it. Of words that are common it finds some hundreds, the newest. */
                q?: string;
                waitlist_id?: string;
                /** @description The whole address. Needs `preorders:personal`. */
                email?: string;
                /** @description The id of a customer. Needs `preorders:personal`. */
                customer?: string;
                /** @description Only those with a line item in that state, such as `released` for what is ready to send. Their own `state` may be another one. */
                state?: "placed" | "payment_due" | "released" | "fulfilled" | "returned" | "cancelled";
                /** @description The platform's id or SKU of a variant of `product_id`, which is needed too. With `state` or `batch_id` one line item has to be like all of them. */
                variant_id?: string;
                /** @description Only those with a line item of that delivery. */
                batch_id?: string;
                /** @description The first day on the store's clock, such as `2026-06-01`, or a time. */
                placed_from?: string;
                /** @description The last day on the store's clock, or a time that is no longer in it. */
                placed_until?: string;
                /** @description Of the address, such as `DE`. Needs `preorders:personal`. */
                country?: string;
                payment_plan?: "pay_now" | "pay_later" | "deposit";
                /** @description Only these: up to 250 references with commas between them. */
                references?: string;
                /** @description Only those whose line items, money, parcels, contact or notes changed at that time or later. A moved date changes its batch. */
                updated_at_min?: string;
                /** @description A byte order mark, which Excel needs; false for programs. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrProductNotFoundOrBatchNotFound"];
            422: components["responses"]["UnknownVariant"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPreorder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pre-order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPreorderDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPreorderTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPreorderEvent"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReadyToSend: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                waitlist_id?: string;
                /** @description The platform's id. */
                product_id?: string;
                /** @description Of the address, such as `DE`. Needs `preorders:personal`. */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of parcels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminParcelToSend"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    countReadyToSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminReadyToSend"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportReadyToSend: {
        parameters: {
            query?: {
                waitlist_id?: string;
                /** @description The platform's id. */
                product_id?: string;
                /** @description Of the address, such as `DE`. Needs `preorders:personal`. */
                country?: string;
                /** @description Only these pre-orders: up to 250 references with commas between them. */
                references?: string;
                /** @description With the byte order mark that Excel needs; true if left out. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFoundOrProductNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPreorderViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPreorderView"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPreorderView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ready in Germany",
                 *       "filters": {
                 *         "state": "released",
                 *         "country": "DE"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Of no other view. */
                    name: string;
                    /** @description As in the address of the portal. What a search is for is not kept: it names people. */
                    filters: {
                        /** @description As `state` of the list. */
                        state?: string;
                        /** @description Placed in so many days up to today. */
                        days?: string;
                        /** @description The first day. */
                        from?: string;
                        /** @description The last day. */
                        until?: string;
                        /** @description The platform's id. */
                        product?: string;
                        /** @description The platform's id. */
                        variant?: string;
                        /** @description Its id. */
                        waitlist?: string;
                        /** @description The id of a delivery. */
                        batch?: string;
                        /** @description Such as `DE`. */
                        country?: string;
                        /** @description As `payment_plan` of the list. */
                        plan?: string;
                        /** @description As `sort` of the list. */
                        sort?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPreorderView"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePreorderView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @enum {boolean} */
                            removed: true;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ViewNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelPreorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         1
                 *       ],
                 *       "keep_deposit": false
                 *     }
                 */
                "application/json": {
                    /** @description Numbers of line items. Without them, all that can. */
                    lines?: number[];
                    /** @description As if the shopper cancelled: a deposit that was sold as not refundable is kept. */
                    keep_deposit?: boolean;
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "line": 1,
                 *       "amount": "5.00",
                 *       "reason": "A scratch on the buckle."
                 *     }
                 */
                "application/json": {
                    /** @description The number of a line item. */
                    line?: number;
                    /**
                     * Format: decimal
                     * @description What goes back, as a decimal in the currency of the pre-order.
                     */
                    amount?: string;
                    /** @description Several line items at once, in place of `line` and `amount`: all of them, or none. */
                    lines?: {
                        /** @description The number of a line item. */
                        line: number;
                        /**
                         * Format: decimal
                         * @description What goes back, as a decimal in the currency of the pre-order.
                         */
                        amount: string;
                    }[];
                    /** @description The customer reads it in the mail. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Numbers of line items. Without them, all that can. */
                    lines?: number[];
                    /** @description First let it go on, as `go-on` does. */
                    despite_dispute?: boolean;
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Numbers of line items. Without them, all that can. */
                    lines?: number[];
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    goOnDespiteDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    answerForShopper: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "choice": "wait"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the shopper told you.
                     * @enum {string}
                     */
                    choice: "wait" | "cancel";
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "lastName": "Berg",
                 *       "line1": "Hafenstr. 2",
                 *       "city": "Berlin",
                 *       "postalCode": "10115",
                 *       "country": "DE"
                 *     }
                 */
                "application/json": {
                    firstName: string;
                    lastName: string;
                    line1: string;
                    /** @description The country in which it was sold. */
                    country: string;
                    line2?: string;
                    city?: string;
                    region?: string;
                    postalCode?: string;
                    phoneNumber?: string;
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Where mails go from now on. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The pre-order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         1
                 *       ],
                 *       "carrier": "DHL",
                 *       "tracking_number": "00340434161094042557"
                 *     }
                 */
                "application/json": {
                    /** @description Numbers of line items. Without them, all that can. */
                    lines?: number[];
                    /** @description Such as `DHL`. */
                    carrier?: string;
                    /** @description Of the parcel. */
                    tracking_number?: string;
                    /** @description The `https` page that follows it; known for DHL, FedEx, Royal Mail, UPS and USPS. */
                    tracking_link?: string;
                };
            };
        };
        responses: {
            /** @description The pre-order with its new fulfilment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    correctFulfilment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tracking_number": "00340434161094042558",
                 *       "notify": true
                 *     }
                 */
                "application/json": {
                    /** @description Such as `DHL`. */
                    carrier?: string;
                    /** @description Of the parcel. */
                    tracking_number?: string;
                    /** @description The `https` page that follows it; known for DHL, FedEx, Royal Mail, UPS and USPS. */
                    tracking_link?: string;
                    /** @description The customer gets a mail about it. */
                    notify?: boolean;
                };
            };
        };
        responses: {
            /** @description The pre-order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFoundOrFulfilmentNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deliverFulfilment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
                number: number;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The pre-order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFoundOrFulfilmentNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePreorders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "act": "send",
                 *           "reference": "PO-7K2M-9QXT-X",
                 *           "carrier": "DHL",
                 *           "tracking_number": "00340434161094042557"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    rows: {
                        /**
                         * @description `release` needs the scope `releases:write`, `refund` needs `refunds:write`. `write` is a message to the customer, `note` is for colleagues.
                         * @enum {string}
                         */
                        act: "send" | "cancel" | "deliver" | "release" | "refund" | "write" | "note";
                        reference: string;
                        /** @description Numbers of line items. Without them, all that can. */
                        lines?: number[];
                        /** @description Such as `DHL`. */
                        carrier?: string;
                        /** @description Of the parcel. */
                        tracking_number?: string;
                        /** @description The `https` page that follows it; known for DHL, FedEx, Royal Mail, UPS and USPS. */
                        tracking_link?: string;
                        /** @description As if the shopper cancelled: a deposit that was sold as not refundable is kept. */
                        keep_deposit?: boolean;
                        /** @description Its number: which one arrived. Without it, the first. */
                        fulfilment?: number;
                        /**
                         * Format: decimal
                         * @description Of `refund`: what goes back of each of the line items.
                         */
                        amount?: string;
                        /** @description Of `refund`: the customer reads it in the mail. */
                        reason?: string;
                        /** @description Of `write` and `note`. */
                        text?: string;
                    }[];
                    /** @description Says what would become of each row. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description A result for each row. A refused row does not stop the others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            succeeded: number;
                            failed: number;
                        };
                        data: {
                            /** @description Position of the row in the request, from 0. */
                            index: number;
                            /** @enum {string} */
                            result: "success" | "error";
                            data?: {
                                reference: string;
                                /** @description Of the pre-order. */
                                state: string;
                                changed_lines: number[];
                                /** @description The number of the parcel; null without one. */
                                fulfilment: number | null;
                                currency: string;
                                /**
                                 * Format: decimal
                                 * @description What is then to be charged for these line items.
                                 */
                                to_charge: string;
                                /**
                                 * Format: decimal
                                 * @description What then goes back for these line items.
                                 */
                                to_refund: string;
                            };
                            error?: {
                                code: string;
                                message: string;
                                param?: string;
                                data?: {
                                    [key: string]: unknown;
                                };
                                errors?: {
                                    code: string;
                                    message: string;
                                    param?: string;
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                }[];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeToShopper: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Yes, we can send it to your office. Which address is it?"
                 *     }
                 */
                "application/json": {
                    /** @description The customer reads it as it is. Not empty. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The pre-order with its messages. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called: she is away until May."
                 *     }
                 */
                "application/json": {
                    /** @description For colleagues. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The pre-order with its notes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                reference: string;
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pre-order with its notes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminChangedPreorder"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFoundOrNoteNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                state?: "waiting" | "handed_over" | "refused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminOrder"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            retried: number;
                            /** @description Refused again. */
                            refused: number;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    openReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The numbers of the line items; left out: everything that was sent. */
                    lines?: number[];
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFoundOrPreorderNotFound"];
            409: components["responses"]["WithdrawalEnded"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["InvalidTransition"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    trackReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "carrier": "DHL",
                 *       "tracking": "00340434161094042557"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The return that is meant; needed where several go on.
                     */
                    return_id?: string;
                    /** @description Who carries it, such as `DHL`. */
                    carrier?: string;
                    /** @description Its number. */
                    tracking?: string;
                    /** @description The page that follows it. */
                    link?: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFoundOrReturnNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "80.00",
                 *       "reason": "The sole is worn."
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The return that is meant; needed where several go on.
                     */
                    return_id?: string;
                    /** @description The numbers of the line items that came; left out: all of the return. The others stay in it, with its dates. */
                    lines?: number[];
                    /**
                     * Format: decimal
                     * @description Less than everything, where the goods lost value because they were used more than trying them needs.
                     */
                    amount?: string;
                    /** @description Why it is less; the customer reads it in the mail. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFoundOrReturnNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["RefundTooHighOrInvalidTransition"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description `declared`: you have to act; `undone`: the customer did not mean it; `settled` and `refused`: you have acted, or said why not. */
                state?: "declared" | "undone" | "settled" | "refused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of withdrawals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminWithdrawal"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWithdrawalEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawalEvidence"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    matchWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "PO-7K2M-9QXT-X"
                 *     }
                 */
                "application/json": {
                    /** @description The reference of the pre-order. */
                    reference: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFoundOrPreorderNotFound"];
            409: components["responses"]["WithdrawalEnded"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    settleWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "Cancelled and refunded in full."
                 *     }
                 */
                "application/json": {
                    /** @description What you did, for your own files. */
                    answer?: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFound"];
            409: components["responses"]["WithdrawalEnded"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    refuseWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                withdrawal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "Delivered in spring; the period ended long ago."
                 *     }
                 */
                "application/json": {
                    /** @description Why, for your own files. */
                    answer: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WithdrawalNotFound"];
            409: components["responses"]["WithdrawalEnded"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only those about this one. */
                preorder?: string;
                state?: "waiting" | "sent" | "over" | "suppressed" | "refused";
                kind?: "placed" | "payment_needed" | "charged" | "date_moved" | "date_asked" | "released" | "sent" | "tracking_changed" | "return_opened" | "returned" | "cancelled" | "refunded" | "cancel_link" | "manage_link" | "swapped" | "address_changed" | "contact_changed" | "contact_left" | "message" | "written";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of mails. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminMail"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PreorderNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mail_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @description The `Message-ID`, without angle brackets. */
                            message_id: string;
                            /** @description The reference of its pre-order. */
                            preorder: string;
                            /** @description Such as `placed`. */
                            kind: string;
                            /** @enum {string} */
                            state: "waiting" | "sent" | "over" | "suppressed" | "refused";
                            /** @description Why the last try failed, as codes. */
                            failure: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** @description Null while no mail server has taken it. */
                            sent_at: string | null;
                            subject?: string;
                            from?: string;
                            to?: string;
                            /** @description False: what it would say now. A digest of its words tells. */
                            as_sent?: boolean;
                            /** @description Its links are hidden. Null without `preorders:personal`, once there is nothing left to tell, and after an erasure. */
                            text: string | null;
                            /** @description What was kept when it went out. Null before, without `preorders:personal`, and after an erasure. */
                            evidence: {
                                /** @description The address that it went to; masked where it is no longer the address of the customer. */
                                to: string;
                                subject: string;
                                language: string;
                                /** @description As `kind`. */
                                template: string;
                                /** @description The version of the service that wrote it. */
                                template_version: string;
                                /** @description Names the store's own words of that time, by a digest; null where it had none. */
                                own_words: string | null;
                                /** @description The SHA-256 of its plain text, in which the secret of each link is replaced by `•••`. */
                                digest: string;
                                /** @description Null where it cannot be written again. */
                                same: boolean | null;
                                written_from: {
                                    /** @description The day on the store's clock. */
                                    day: string;
                                    /** @description The card that was kept then. */
                                    card: string | null;
                                    lines: {
                                        /** @description Numbers of line items that were alike. */
                                        lines: number[];
                                        state: string;
                                        variant: string;
                                        /**
                                         * Format: decimal
                                         * @description Of each.
                                         */
                                        total: string;
                                        /**
                                         * Format: decimal
                                         * @description Of each.
                                         */
                                        paid: string;
                                        /**
                                         * Format: decimal
                                         * @description Of each.
                                         */
                                        refunded: string;
                                        currency: string;
                                        /** @description The ship window that holds now. Each move has a new version. */
                                        ship_window: {
                                            /** Format: date */
                                            from: string;
                                            /** Format: date */
                                            until: string;
                                            version: number;
                                        };
                                    }[];
                                };
                            } | null;
                            /** @description The same as a page, with its pictures inside; null where `text` is. */
                            html: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["MailNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                mail_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The mail that waits to be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["MailNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminSuppression"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    suppressAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "gone@mail.example",
                 *       "reason": "bounced"
                 *     }
                 */
                "application/json": {
                    /** @description The address. */
                    email: string;
                    /** @enum {string} */
                    reason?: "bounced" | "complained";
                };
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description Null if it was taken off meanwhile. */
                            suppressed: components["schemas"]["AdminSuppression"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    allowAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "gone@mail.example"
                 *     }
                 */
                "application/json": {
                    /** @description The address. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description False: it was not on the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            removed: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only those of the pre-orders that this finds, as `q` of `GET /preorders`. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                            /** @description True where `q` ended early, or finds more than a search shows: there may be others. More words, or longer ones, find them. */
                            incomplete: boolean;
                        };
                        data: components["schemas"]["AdminCustomer"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["CustomerNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPerson: {
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
                 *       "email": "gone@mail.example"
                 *     }
                 */
                "application/json": {
                    /** @description The address. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Streamed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    planErasure: {
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
                 *       "email": "gone@mail.example"
                 *     }
                 */
                "application/json": {
                    /** @description The address. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description What it takes away. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminErasure"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "nobody@mail.example"
                 *     }
                 */
                "application/json": {
                    email: string;
                    /** @description Also while goods are owed: the customer then gets no mails and no goods. */
                    open_too?: boolean;
                };
            };
        };
        responses: {
            /** @description What it takes away. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminErasure"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPrivacyRequests: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminPrivacyRequest"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endPrivacyRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPrivacyRequest"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPaymentAccount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disputes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminDispute"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwedRefunds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 500. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminOwedRefund"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    comparePayments: {
        parameters: {
            query?: {
                /** @description A day of the store's calendar, or a time. */
                from?: string;
                /** @description The last day that counts, or a time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What differs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminReconciliation"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PaymentAccountNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryOwedRefunds: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description How many. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            asked: number;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectPaymentAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description May be a restricted key. */
                    secret_key: string;
                    /** @description The key that browsers use. */
                    publishable_key: string;
                    /** @description The signing secret of the provider's webhook endpoint. */
                    webhook_secret: string;
                    /** @description The service's own stand-in for the provider, for test stores; every other address is refused. */
                    address?: string | null;
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPaymentAccount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    disconnectPaymentAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description What became of its keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The keys are deleted. */
                            forgotten: boolean;
                            /** @description Payments and pre-orders that still need the keys. */
                            unfinished: number;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PaymentAccountNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPaymentPace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Null: the default, below the limit of the provider. */
                    calls_per_second: number | null;
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPaymentAccount"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["PaymentAccountNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMovedMoney: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description A day of the store's calendar, or a time. */
                from?: string;
                /** @description The last day that counts, or a time. */
                to?: string;
                /** @description `chargeback`: the bank gave the money back to the shopper after a dispute; `reinstatement`: it came back. */
                kind?: "charge" | "refund" | "chargeback" | "reinstatement";
                /** @description `done` if left out: money that moved. */
                state?: "done" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminMovedMoney"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportMovedMoney: {
        parameters: {
            query?: {
                /** @description With the byte order mark that Excel needs; true if left out. */
                bom?: boolean;
                /** @description A day of the store's calendar, or a time. */
                from?: string;
                /** @description The last day that counts, or a time. */
                to?: string;
                /** @description `chargeback`: the bank gave the money back to the shopper after a dispute; `reinstatement`: it came back. */
                kind?: "charge" | "refund" | "chargeback" | "reinstatement";
                /** @description `done` if left out: money that moved. */
                state?: "done" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 500. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminAttempt"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    abandonAttempt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["AttemptNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    auditBooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No finding: the books are correct. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The slug. */
                            store: string;
                            /** @description How many rules were checked. */
                            rules: number;
                            findings: {
                                /** @description A stable name of the rule, such as `ledger_differs_from_movements`. */
                                code: string;
                                /** @description The rule that is broken, in English. */
                                rule: string;
                                /** @description The pre-order, or the id of what breaks it. */
                                subject: string;
                                /** @description The values that differ, in English. */
                                detail: string;
                                /** @description The same as a stable name: the code of the rule, with a second part where it finds several things. */
                                detail_code: string;
                                /** @description The values in the order of the English text. */
                                detail_values: string[];
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhook"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://erp.example/webhooks",
                 *       "types": [
                 *         "preorder.placed"
                 *       ],
                 *       "description": "ERP"
                 *     }
                 */
                "application/json": {
                    /** @description Where to post to. */
                    url: string;
                    /** @description Only these; all without it: `preorder.placed`, `preorder.changed`, `preorder.released`, `preorder.sent`, `preorder.returned`, `preorder.cancelled`, `preorder.charged`, `preorder.charge_failed`, `preorder.refunded`, `preorder.refund_failed`, `order.sent`, `order.refused`, `fulfilment.changed`, `fulfilment.delivered`, `withdrawal.declared`, `withdrawal.undone`, `withdrawal.settled`, `promise.changed`, `waitlist.changed`, `stock.changed`. */
                    types?: string[];
                    /** @description For you, such as `ERP`. */
                    description?: string;
                    /** @description Also send contact, address and line item properties, in `data.personal`, and the number and link of a parcel. Needs `preorders:personal`. */
                    include_personal?: boolean;
                };
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @description Without `webhooks:write` its query is masked as `?…`: it may hold a key of the receiver. */
                            url: string;
                            /** @description For you. */
                            description: string;
                            /** @description Empty: all types. */
                            types: string[];
                            /** @description Its messages also have contact, address, line item properties, and the number and link of a parcel. */
                            include_personal: boolean;
                            enabled: boolean;
                            /** @description Null while it is enabled. */
                            disabled_at: string | null;
                            /** @description Null while it is enabled. */
                            disabled_reason: ("asked" | "failing" | "gone") | null;
                            /** @description When it last accepted a message. */
                            delivered_at: string | null;
                            /** @description Messages that are not sent yet. */
                            waiting: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description Signs its messages. In the answer to a write only once: null when it is repeated. */
                            secret: string | null;
                            /** @description Also signs while you change over; null outside of a rotation. */
                            old_secret: string | null;
                            /** @description Null outside of a rotation. */
                            old_secret_expires_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhook"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://erp.example/hooks",
                 *       "types": [],
                 *       "include_personal": false
                 *     }
                 */
                "application/json": {
                    /** @description Where to post to. */
                    url?: string;
                    /** @description Empty: all types. */
                    types?: string[];
                    /** @description For you, such as `ERP`. */
                    description?: string;
                    /** @description Also send contact, address and line item properties, in `data.personal`, and the number and link of a parcel. Needs `preorders:personal`. */
                    include_personal?: boolean;
                    /** @description False: send it no more; messages that wait are given up. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhook"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One secret, or two during a rotation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description Signs its messages. In the answer to a write only once: null when it is repeated. */
                            secret: string | null;
                            /** @description Also signs while you change over; null outside of a rotation. */
                            old_secret: string | null;
                            /** @description Null outside of a rotation. */
                            old_secret_expires_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description End the old secret now, because it has leaked. */
                    at_once?: boolean;
                };
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @description Without `webhooks:write` its query is masked as `?…`: it may hold a key of the receiver. */
                            url: string;
                            /** @description For you. */
                            description: string;
                            /** @description Empty: all types. */
                            types: string[];
                            /** @description Its messages also have contact, address, line item properties, and the number and link of a parcel. */
                            include_personal: boolean;
                            enabled: boolean;
                            /** @description Null while it is enabled. */
                            disabled_at: string | null;
                            /** @description Null while it is enabled. */
                            disabled_reason: ("asked" | "failing" | "gone") | null;
                            /** @description When it last accepted a message. */
                            delivered_at: string | null;
                            /** @description Messages that are not sent yet. */
                            waiting: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description Signs its messages. In the answer to a write only once: null when it is repeated. */
                            secret: string | null;
                            /** @description Also signs while you change over; null outside of a rotation. */
                            old_secret: string | null;
                            /** @description Null outside of a rotation. */
                            old_secret_expires_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhook"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhook"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookMessages: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only messages that it did not accept. */
                failed?: boolean;
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminWebhookMessage"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWebhookMessage"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description What came back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** @description The `webhook-id` of the test. */
                            id: string;
                            taken: boolean;
                            /** @description Null without an answer. */
                            status: number | null;
                            /** @description Null if it was accepted. */
                            failure: string | null;
                            took_ms: number;
                            answer: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendWebhookMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "failed": true
                 *     }
                 */
                "application/json": {
                    /** @description One message, accepted or not. */
                    message_id?: string;
                    /** @description All messages that it did not accept. */
                    failed?: boolean;
                };
            };
        };
        responses: {
            /** @description How many. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            queued: number;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Also resolved ones. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 500. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminAlert"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["AlertNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                state?: "waiting" | "running" | "failing" | "dead";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there are, and the first of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            counts: {
                                waiting: number;
                                running: number;
                                failing: number;
                                dead: number;
                            };
                            /** @description The dead ones first. */
                            jobs: components["schemas"]["AdminJob"][];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminJob"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryJobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "all_dead": true
                 *     }
                 */
                "application/json": {
                    jobs?: number[];
                    /** @description All dead jobs of the store. */
                    all_dead?: boolean;
                };
            };
        };
        responses: {
            /** @description Those that are not done yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            jobs: components["schemas"]["AdminJob"][];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMeasures: {
        parameters: {
            query?: {
                /** @description Only this waitlist. */
                waitlist_id?: string;
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days on which something was counted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMeasures"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlacements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pages and the problems. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminPlacements"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSales: {
        parameters: {
            query?: {
                /** @description Only this waitlist. */
                waitlist_id?: string;
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminSales"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSellThrough: {
        parameters: {
            query?: {
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
            };
            header?: never;
            path: {
                waitlist_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminSellThrough"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFunnel: {
        parameters: {
            query?: {
                /** @description Only this waitlist. */
                waitlist_id?: string;
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminFunnel"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWithdrawalsReport: {
        parameters: {
            query?: {
                /** @description Only this waitlist. */
                waitlist_id?: string;
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWithdrawalsReport"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listForecasts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The soonest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminForecast"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminOpenWork"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportReport: {
        parameters: {
            query?: {
                /** @description Only this waitlist. */
                waitlist_id?: string;
                /** @description A day; by default 30 days ago. */
                from?: string;
                /** @description The last day that counts. */
                to?: string;
                /** @description Begin with a byte order mark, which Excel needs. */
                bom?: boolean;
            };
            header?: never;
            path: {
                report: "sales" | "sell-through" | "funnel" | "forecasts" | "deliveries" | "withdrawals";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["WaitlistNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock of the store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminTestClock"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance_seconds": 259200
                 *     }
                 */
                "application/json": {
                    /** @description How much time passes. Calendar days move by whole days: hours add up. */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock of the store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminTestClock"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    copyAsTestStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slug of the copy; by default that of the store with `-test` after it. */
                    slug?: string;
                };
            };
        };
        responses: {
            /** @description The test store. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStore"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRehearsals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rehearsals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRehearsal"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    startRehearsal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    waitlist_id: string;
                    /** @description How many come: 500 by default, 20,000 at most. */
                    shoppers?: number;
                    /** @description In how many hours: 24 by default, half of them early. */
                    hours?: number;
                    countries?: {
                        country: string;
                        share: number;
                    }[];
                    quantities?: {
                        quantity: number;
                        share: number;
                    }[];
                    variants?: {
                        variant: string;
                        share: number;
                    }[];
                    /** @description Leave without paying; 25 by default. */
                    leave_percent?: number;
                    /** @description Their first card is declined; 6 by default. */
                    decline_percent?: number;
                    /** @description Their bank asks for a second step; 20 by default. */
                    challenge_percent?: number;
                    /** @description Come a second time; 3 by default. */
                    again_percent?: number;
                    /** @description The same seed brings the same shoppers. */
                    seed?: number;
                };
            };
        };
        responses: {
            /** @description The rehearsal. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRehearsal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRehearsal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rehearsal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rehearsal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRehearsal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["RehearsalNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportRehearsal: {
        parameters: {
            query?: {
                /** @description With the byte order mark that Excel needs; true if left out. */
                bom?: boolean;
            };
            header?: never;
            path: {
                rehearsal_id: string;
                sheet: "sales" | "countries";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["RehearsalNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopRehearsal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                rehearsal_id: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or `{}`. */
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The rehearsal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminRehearsal"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["RehearsalNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminToken"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "scopes": [
                 *         "waitlists:read",
                 *         "waitlists:write"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description For you, such as `ERP`. */
                    name: string;
                    /** @description What it may do: `store:read` (the settings and the look of the store), `store:write` (change settings, look, origins, shipping and tax), `store:secrets` (read and change the shared secret, and the secrets of webhooks), `store:delete` (delete the store), `stores:create` (make other stores on the installation), `catalog:read` (products and variants), `catalog:write` (import products), `waitlists:read` (waitlists, batches and releases with their units and dates), `waitlists:write` (offer products, set units and dates, count what arrived), `discounts:read` (discount codes and how often they were used), `discounts:write` (make and end discount codes), `preorders:read` (pre-orders with amounts, states, dates and parcels), `preorders:personal` (who placed them: contact, address, line item properties and tracking, together with preorders:read), `preorders:write` (cancel, send, correct and answer for pre-orders), `imports:read` (imports of pre-orders and waitlists that were kept elsewhere, and what became of their rows), `imports:write` (bring in pre-orders and waitlists that were kept elsewhere, and take them back), `releases:write` (hand out arrived units, which charges cards), `refunds:write` (give money back, of one pre-order up to the limit of the store), `refunds:large` (give back more than that, and change the limit), `payments:read` (the payment account, disputes, open payments and the books), `payments:write` (set the pace of calls to the provider, and abandon payments that stay open), `payments:connect` (connect and disconnect the payment account: where the money of shoppers goes), `webhooks:read` (webhook endpoints and their deliveries), `webhooks:write` (make, change and test webhook endpoints), `mails:read` (which mails customers got, and with preorders:personal what they say), `mails:write` (send mails again, and suppress addresses), `people:write` (export and erase the data of a person), `measures:read` (reports and forecasts, and how often placements were shown, clicked and bought from), `operations:read` (alerts and background work), `operations:write` (resolve alerts and retry background work), `access:read` (tokens, staff and the activity log), `access:write` (make and revoke tokens, and manage staff). */
                    scopes: string[];
                    /** @description Null: never. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The last characters of the secret. */
                            ending: string;
                            scopes: string[];
                            /** @enum {string} */
                            state: "valid" | "expired" | "revoked";
                            /** Format: date-time */
                            created_at: string;
                            /** @description Null: never. */
                            expires_at: string | null;
                            /** @description To within a minute; null before its first use. */
                            last_used_at: string | null;
                            /** @description Null while it is not revoked. */
                            revoked_at: string | null;
                            /** @description Who made it, or keeps it since its maker left; null where it is not known. */
                            made_by: {
                                /** @enum {string} */
                                kind: "token" | "staff" | "command_line";
                                /** @description Null for the command line. */
                                id: string | null;
                                name: string;
                            } | null;
                            /** @description Shown in this answer alone: null when the request is repeated. */
                            secret: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminToken"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["ApiTokenNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `meta.next` of the page before. Without it, the first page. */
                after?: string;
                /** @description Only what was changed of this. */
                subject?: string;
                /** @description Only by this token or staff member. */
                by?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                            /** @description The cursor of the next page; null on the last one. */
                            next: string | null;
                        };
                        data: components["schemas"]["AdminActivity"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStaff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The staff members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStaff"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStaff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                staff_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The staff member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminStaff"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["StaffNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeStaff: {
        parameters: {
            query?: {
                /** @description Keep the tokens that the person made: they are yours from then on. Default: they end. */
                keep_tokens?: boolean;
            };
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                staff_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What ended with their work here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminMadeAccess"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["StaffNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStaff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                staff_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "manager" | "support" | "read-only";
                    /** @description Keep the tokens that the person made: they are yours from then on. Default: they end. */
                    keep_tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description The staff member, and what ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            name: string;
                            /** @enum {string} */
                            role: "owner" | "manager" | "support" | "read-only";
                            /** @description When they last used a session that has not ended; null without one. */
                            last_used_at: string | null;
                            made: components["schemas"]["AdminMadeAccess"];
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["StaffNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminInvitation"][];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "manager" | "support" | "read-only";
                };
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "manager" | "support" | "read-only";
                            /** @description As the mail names them. */
                            invited_by: string;
                            /** @description The staff member or token; null for the command line. */
                            invited_by_id: string | null;
                            /** @enum {string} */
                            state: "open" | "accepted" | "revoked" | "expired";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description What the mail holds, where the installation has no mail server. Shown in this answer alone: null when the request is repeated. */
                            link: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path: {
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminInvitation"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            404: components["responses"]["InvitationNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCatalog: {
        parameters: {
            query?: {
                /** @description True: only say what the import would do. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "text/tab-separated-values": unknown;
                "text/xml": unknown;
                "application/xml": unknown;
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminImport"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    importWaitlists: {
        parameters: {
            query?: {
                /** @description Decide everything, and keep nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days. */
                "idempotency-key"?: string;
                /** @description The `ETag` that you read: the write is refused if it was changed since. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
            };
        };
        responses: {
            /** @description What became of each row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: {
                            /** @enum {string} */
                            result: "success";
                        };
                        data: components["schemas"]["AdminWaitlistImport"];
                    };
                };
            };
            400: components["responses"]["MissingParameterOrInvalidParameter"];
            401: components["responses"]["MissingApiTokenOrInvalidApiToken"];
            403: components["responses"]["ScopeRequired"];
            409: components["responses"]["IdempotencyInFlight"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["CsvInvalidOrCsvEncoding"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
}
