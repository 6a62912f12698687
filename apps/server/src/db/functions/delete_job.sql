-- Deletes the job of a task that ends, by any statement.
CREATE OR REPLACE FUNCTION delete_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM jobs WHERE task_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delete_job AFTER UPDATE OF finished_at ON tasks FOR EACH ROW
  WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION delete_job();
