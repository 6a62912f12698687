-- Looks up presented keys, and counts the request of each valid one against its limit, and then against that of its owner, if one
-- is given. A key that is unknown, revoked or expired has no row. The keys of a suspended owner stay valid: their requests are
-- counted, and get no scopes, so that they are rejected afterwards.
CREATE OR REPLACE FUNCTION check_access(hashes bytea[], policies text[], quotas integer[], owner_quotas integer[] DEFAULT NULL)
RETURNS TABLE ("position" bigint, key_id text, owner_id text, mode text, scopes text[],
  allowed boolean, remaining integer, reset_seconds integer, owner_allowed boolean, owner_reset_seconds integer,
  key_valid_seconds double precision)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT api_keys.id, api_keys.owner_id, api_keys.mode, request."position",
      CASE WHEN owners.suspended_at IS NULL THEN api_keys.scopes ELSE '{}' END AS scopes,
      extract(epoch FROM api_keys.expires_at - now())::double precision AS valid_seconds,
      request.policy || ':' || api_keys.id AS bucket, request.quota,
      request.policy || ':' || api_keys.owner_id || ':' || api_keys.mode AS owner_bucket, request.owner_quota,
      row_number() OVER (ORDER BY request."position") AS place
    FROM unnest(hashes, policies, quotas, owner_quotas) WITH ORDINALITY
      AS request (hash, policy, quota, owner_quota, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
  ), counted AS MATERIALIZED (
    SELECT * FROM take_rates(
      ARRAY(SELECT bucket FROM known ORDER BY place), ARRAY(SELECT quota FROM known ORDER BY place)
    )
  ), passed AS MATERIALIZED (
    SELECT known.place AS of, known.owner_bucket, known.owner_quota, row_number() OVER (ORDER BY known.place) AS place
    FROM known JOIN counted ON counted."position" = known.place
    WHERE counted.allowed AND known.owner_quota IS NOT NULL
  )
  SELECT known."position", known.id, known.owner_id, known.mode, known.scopes,
    counted.allowed, counted.remaining, counted.reset_seconds, shared.allowed, shared.reset_seconds,
    known.valid_seconds
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN (
    passed JOIN take_allowances(
      ARRAY(SELECT owner_bucket FROM passed ORDER BY place), ARRAY(SELECT owner_quota FROM passed ORDER BY place)
    ) AS shared ON shared."position" = passed.place
  ) ON passed.of = known.place
$$;
