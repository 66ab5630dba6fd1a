/** Milliseconds since 1970 by the server's clock. */
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** How long a silent ledger's report counts, and how long a ledger that wants requests is waited for, in milliseconds. */
const HOLD_MS = 10_000;
const PATIENCE_MS = 2000;

const DAY_MS = 86_400_000;

/** Held during one statement alone, whose snapshot begins when it has the lock. */
const LOCK = "PERFORM pg_advisory_xact_lock(hashtextextended('orgform_fleet counts', 0))";

/**
 * The counts of all ledgers. They aren't those of one fleet: the service counts by credential.
 *
 * `exchange_counts` returns for each report how many of the wanted requests it reserved, and what was stored since the
 * last row that the ledger knows. A ledger that got none and waits goes before one that got some later.
 */
export const COUNTS_MIGRATION = `
  CREATE TABLE orgform_fleet.ledgers (ledger uuid PRIMARY KEY, turn bigint NOT NULL, told bigint NOT NULL, since bigint NOT NULL);
  CREATE TABLE orgform_fleet.counted (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, at bigint NOT NULL, calls integer NOT NULL
  );
  CREATE INDEX counted_by_time ON orgform_fleet.counted (key, at);
  CREATE INDEX counted_by_row ON orgform_fleet.counted (key, id);
  CREATE TABLE orgform_fleet.held (
    key text NOT NULL, ledger uuid NOT NULL, calls integer NOT NULL, until bigint NOT NULL,
    wanted integer NOT NULL DEFAULT 0, asked bigint NOT NULL DEFAULT 0, served bigint NOT NULL DEFAULT 0, PRIMARY KEY (key, ledger)
  );
  CREATE TABLE orgform_fleet.paused (key text PRIMARY KEY, until bigint NOT NULL);

  CREATE FUNCTION orgform_fleet.exchange_counts(who uuid, this_turn bigint, this_step bigint, ended jsonb, reports jsonb)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    now_ms bigint;
    told_before bigint;
    one record;
    room bigint;
    others bigint;
    served_last bigint;
    answers jsonb := '[]';
  BEGIN
    ${LOCK};
    now_ms := ${NOW_MS};
    SELECT told INTO told_before FROM orgform_fleet.ledgers WHERE ledger = who;
    INSERT INTO orgform_fleet.ledgers AS known (ledger, turn, told, since) VALUES (who, this_turn, this_step, now_ms)
      ON CONFLICT (ledger) DO UPDATE SET turn = excluded.turn, told = greatest(known.told, excluded.told), since = now_ms
      WHERE known.turn < excluded.turn;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO orgform_fleet.counted (key, at, calls)
      SELECT call.key, now_ms - call.age, call.calls
        FROM jsonb_to_recordset(ended) AS call (key text, age bigint, calls integer, step bigint)
        WHERE call.step > coalesce(told_before, 0);
    FOR one IN
      SELECT * FROM jsonb_to_recordset(reports)
        AS report (key text, held integer, wanted integer, whole boolean, windows jsonb, pause bigint, since bigint, span bigint)
    LOOP
      IF one.pause > 0 THEN
        INSERT INTO orgform_fleet.paused AS known (key, until) VALUES (one.key, now_ms + one.pause)
          ON CONFLICT (key) DO UPDATE SET until = greatest(known.until, excluded.until);
      END IF;
      SELECT least(one.wanted, min(span.most - one.held
          - coalesce((SELECT sum(calls) FROM orgform_fleet.counted AS past WHERE past.key = one.key AND past.at > now_ms - span.span), 0)
          - coalesce((SELECT sum(calls) FROM orgform_fleet.held AS other
              WHERE other.key = one.key AND other.ledger <> who AND other.until > now_ms - span.span), 0)))
        INTO room FROM jsonb_to_recordset(one.windows) AS span (most integer, span bigint);
      SELECT coalesce(max(served), 0) INTO served_last FROM orgform_fleet.held WHERE key = one.key AND ledger = who;
      IF one.wanted > 0 AND NOT one.whole THEN
        SELECT coalesce(sum(wanted), 0) INTO others FROM orgform_fleet.held
          WHERE key = one.key AND ledger <> who AND wanted > 0 AND asked > now_ms - ${PATIENCE_MS} AND served < served_last;
        room := room - others;
      END IF;
      IF EXISTS (SELECT FROM orgform_fleet.paused WHERE key = one.key AND until > now_ms) THEN room := 0; END IF;
      room := greatest(coalesce(room, 0), 0);
      IF one.whole AND room < one.wanted THEN room := 0; END IF;
      INSERT INTO orgform_fleet.held AS known (key, ledger, calls, until, wanted, asked, served)
        VALUES (
          one.key, who, one.held + room, now_ms + ${HOLD_MS},
          CASE WHEN room > 0 OR one.whole THEN 0 ELSE one.wanted END, now_ms, CASE WHEN room > 0 THEN now_ms ELSE served_last END
        )
        ON CONFLICT (key, ledger) DO UPDATE SET calls = excluded.calls, until = excluded.until, served = excluded.served,
          wanted = CASE WHEN one.wanted > 0 THEN excluded.wanted ELSE known.wanted END,
          asked = CASE WHEN one.wanted > 0 THEN excluded.asked ELSE known.asked END;
      answers := answers || jsonb_build_object(
        'reserved', room,
        'pausedMs', coalesce((SELECT greatest(until - now_ms, 0) FROM orgform_fleet.paused WHERE key = one.key), 0),
        'last', greatest(one.since, coalesce((SELECT max(id) FROM orgform_fleet.counted WHERE key = one.key), 0)),
        'ended', (SELECT coalesce(jsonb_agg(jsonb_build_array(now_ms - at, calls)), '[]') FROM orgform_fleet.counted
          WHERE key = one.key AND at > now_ms - one.span AND id > one.since),
        'held', (SELECT coalesce(jsonb_agg(jsonb_build_array(until - now_ms, calls)), '[]') FROM orgform_fleet.held
          WHERE key = one.key AND ledger <> who AND calls > 0 AND until > now_ms - one.span)
      );
    END LOOP;
    RETURN answers;
  END $$;

  CREATE FUNCTION orgform_fleet.tidy_counts() RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    now_ms bigint;
  BEGIN
    ${LOCK};
    now_ms := ${NOW_MS};
    DELETE FROM orgform_fleet.counted WHERE at < now_ms - ${DAY_MS};
    DELETE FROM orgform_fleet.held WHERE until < now_ms - ${DAY_MS};
    DELETE FROM orgform_fleet.paused WHERE until < now_ms;
    DELETE FROM orgform_fleet.ledgers WHERE since < now_ms - ${DAY_MS};
    -- The clock was set back.
    UPDATE orgform_fleet.counted SET at = now_ms WHERE at > now_ms + ${HOLD_MS};
    UPDATE orgform_fleet.held SET until = now_ms WHERE until > now_ms + ${HOLD_MS};
  END $$;
`;
