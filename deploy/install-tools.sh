#!/bin/sh
# Installs what `npm run deploy:check` needs on Debian and Ubuntu; needs Go.
set -eu
go install helm.sh/helm/v4/cmd/helm@v4.3.1
go install github.com/open-policy-agent/conftest@v0.71.1
if [ "$(id -u)" = 0 ]; then root=; else root=sudo; fi
$root apt-get update
$root apt-get install --yes prometheus python3-venv
$root /usr/bin/python3 -m venv /opt/kubernetes-validate
$root /opt/kubernetes-validate/bin/pip install kubernetes-validate==1.37.0
$root ln -sf /opt/kubernetes-validate/bin/kubernetes-validate /usr/local/bin/
programs="$(go env GOPATH)/bin"
if [ -n "${GITHUB_PATH:-}" ]; then
  echo "$programs" >> "$GITHUB_PATH"
else
  case ":$PATH:" in *":$programs:"*) ;; *) echo "Add $programs to PATH before npm run deploy:check." ;; esac
fi
