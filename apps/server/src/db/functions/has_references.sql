-- Reports whether an input has references, which are fetched before its job takes a slot.
CREATE OR REPLACE FUNCTION has_references(input jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_array_length(coalesce(input -> 'image_urls', '[]')) > 0
    OR jsonb_array_length(coalesce(input -> 'video_urls', '[]')) > 0
    OR jsonb_array_length(coalesce(input -> 'audio_urls', '[]')) > 0
$$;
