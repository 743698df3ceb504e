-- Why a row or a product was refused, as a stable name with values, so that each reader gets it in their language. Null of earlier ones.
ALTER TABLE import_row ADD COLUMN why jsonb;
ALTER TABLE connection_product ADD COLUMN why jsonb;
