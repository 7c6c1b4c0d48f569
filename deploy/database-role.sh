#!/bin/sh
# Run once by the image of PostgreSQL, when its database is created: a role for the server that owns its database and is no
# superuser, so that the ledger can be protected from it (docs/operations.md, "The database user").
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
    --set=password="$COUNTERFOIL_PASSWORD" <<'SQL'
CREATE ROLE counterfoil LOGIN NOSUPERUSER PASSWORD :'password';
CREATE DATABASE counterfoil OWNER counterfoil TEMPLATE template0;
SQL
