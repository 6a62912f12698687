#!/bin/sh
# Installs what `npm run failover` needs on Debian and Ubuntu, as root.
set -eu
apt-get update
apt-get install --yes etcd-server haproxy postgresql
/usr/bin/python3 -m venv /opt/patroni
/opt/patroni/bin/pip install 'patroni[etcd3,psycopg3]==4.1.5' 'psycopg[binary]==3.3.9'
