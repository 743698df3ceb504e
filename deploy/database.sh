#!/bin/sh
# Runs once, in a new database of compose.yaml: makes the role and the database of the service. The role is no superuser; it may create
# databases, because each backup is proved in a scratch database. Afterwards nobody signs in as a superuser over the network.
set -eu
psql --no-psqlrc --quiet --username postgres --dbname postgres --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE service LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE service OWNER service;
ALTER ROLE postgres PASSWORD NULL;
SQL
