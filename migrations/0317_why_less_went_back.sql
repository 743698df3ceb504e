-- Why less than everything went back at the end of a return, in the words of the merchant; also where nothing went back.
ALTER TABLE goods_return ADD COLUMN reason text NOT NULL DEFAULT '';
