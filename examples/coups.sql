-- Questions to the coups of a run, for DuckDB:
--   punto simulate easy-six --shoes 2000 --out run --parquet
--   duckdb < examples/coups.sql

-- How often each hand wins, and with how many points.
SELECT winner, greatest(player_points, banker_points) AS points, count(*) AS coups,
       round(100 * count(*) / sum(count(*)) OVER (), 3) AS percent
FROM 'run/coups.parquet' GROUP BY ALL ORDER BY winner, points;

-- The house's win on Banker by tenths of the shoe: the same all the way down, if nobody counts.
SELECT cards_gone // 42 AS tenth, count(*) AS coups, round(-100 * avg(gain_banker), 3) AS edge_percent
FROM 'run/coups.parquet' GROUP BY ALL ORDER BY tenth;

-- The longest run of Banker wins in any shoe. A tie neither makes nor breaks a run.
WITH decided AS (SELECT shoe, coup, winner,
                        row_number() OVER (PARTITION BY shoe ORDER BY coup)
                        - row_number() OVER (PARTITION BY shoe, winner ORDER BY coup) AS run
                 FROM 'run/coups.parquet' WHERE winner <> 'tie')
SELECT shoe, count(*) AS length FROM decided WHERE winner = 'banker'
GROUP BY shoe, run ORDER BY length DESC, shoe LIMIT 5;
