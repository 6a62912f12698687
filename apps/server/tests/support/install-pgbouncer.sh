#!/bin/sh
# Installs what `npm run pgbouncer` needs on Debian 13, Ubuntu 24.04 and newer.
set -eu
if [ "$(id -u)" = 0 ]; then root=; else root=sudo; fi
$root apt-get update
$root apt-get install --yes pgbouncer
