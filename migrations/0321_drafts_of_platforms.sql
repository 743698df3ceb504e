-- A price of a product that its platform does not show is offered to nobody.
CREATE OR REPLACE FUNCTION keep_prices_of_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_prices(array_agg(c.store_id), array_agg(c.id), array_agg(NULL::uuid),
    array_agg(CASE WHEN c.gone_at IS NULL AND k.standing IS DISTINCT FROM 'unpublished' THEN c.price END))
  FROM changed c JOIN product p ON p.store_id = c.store_id AND p.id = c.product_id
  LEFT JOIN connection_product k ON k.store_id = p.store_id AND k.external_id = p.external_id;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_prices_of_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_prices(array_agg(v.store_id), array_agg(v.id), array_agg(NULL::uuid),
    array_agg(CASE WHEN v.gone_at IS NULL AND NEW.standing <> 'unpublished' THEN v.price END))
  FROM product p JOIN variant v ON v.store_id = p.store_id AND v.product_id = p.id
  WHERE p.store_id = NEW.store_id AND p.external_id = NEW.external_id;
  RETURN NULL;
END $$;

CREATE TRIGGER prices_with_added_standing AFTER INSERT ON connection_product
  FOR EACH ROW WHEN (NEW.standing = 'unpublished') EXECUTE FUNCTION keep_prices_of_standing();
CREATE TRIGGER prices_with_standing AFTER UPDATE OF standing ON connection_product
  FOR EACH ROW WHEN (OLD.standing <> NEW.standing) EXECUTE FUNCTION keep_prices_of_standing();
