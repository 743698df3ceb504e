-- A search that asked the index of letters for all of a store at once found what was oldest first, and read thousands of rows where each
-- word is common. So the words of a store stand in parts of some thousands of rows, in the order in which they were written, and the
-- index is asked for one part after the other, the newest first. Words of before are of the first part.
ALTER TABLE preorder_words ADD COLUMN part integer NOT NULL DEFAULT 0;

-- How many rows of words each store has, of which the next ones get their part.
CREATE TABLE preorder_words_count (
  store_id uuid PRIMARY KEY REFERENCES store,
  count bigint NOT NULL
);

-- Every three letters that follow each other, behind two of the store's id and the part.
CREATE FUNCTION grams_of(store uuid, part integer, words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT right(store::text, 2) || to_hex(part) || ' ' || substr(words, at, 3) FROM generate_series(1, length(words) - 2) AS at)
$$;
