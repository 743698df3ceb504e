-- Why a rehearsal failed, as a code: screens say it in their reader's language. Null where it did not fail, or failed before this column.
ALTER TABLE rehearsal ADD COLUMN failure_code text;
