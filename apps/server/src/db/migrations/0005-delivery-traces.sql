-- The trace that a callback goes on with (W3C Trace Context), when traces are wanted.
ALTER TABLE deliveries ADD COLUMN traceparent text;
