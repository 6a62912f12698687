#!/bin/sh
# Installs what `npm run deploy:check` needs on Debian and Ubuntu; needs Go and pip.
set -eu
go install helm.sh/helm/v4/cmd/helm@v4.3.1
go install github.com/open-policy-agent/conftest@v0.71.1
pip install kubernetes-validate==1.37.0
if [ "$(id -u)" = 0 ]; then root=; else root=sudo; fi
$root apt-get update
$root apt-get install --yes prometheus
programs="$(go env GOPATH)/bin"
if [ -n "${GITHUB_PATH:-}" ]; then
  echo "$programs" >> "$GITHUB_PATH"
else
  case ":$PATH:" in *":$programs:"*) ;; *) echo "Add $programs to PATH before npm run deploy:check." ;; esac
fi
