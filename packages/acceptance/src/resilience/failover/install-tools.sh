#!/bin/sh
# Installs what `npm run failover` needs on Debian and Ubuntu.
set -eu
if [ "$(id -u)" = 0 ]; then root=; else root=sudo; fi
$root apt-get update
$root apt-get install --yes etcd-server haproxy postgresql python3-venv
$root /usr/bin/python3 -m venv /opt/patroni
$root /opt/patroni/bin/pip install 'patroni[etcd3,psycopg3]==4.1.5' 'psycopg[binary]==3.3.9'
