-- Returns what stays of an input: it shows what was paid for; the customer's own text and the addresses of the references go.
CREATE OR REPLACE FUNCTION reduced_input(input jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT input || '{"prompt": "", "image_urls": [], "video_urls": [], "audio_urls": []}'
$$;
