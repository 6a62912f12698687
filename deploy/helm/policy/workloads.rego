# Rules for pods of the chart, checked by `npm run deploy:check`.
package main

import rego.v1

workloads := {"Deployment", "Job"}

is_workload if input.kind in workloads

pod := input.spec.template.spec

deny contains sprintf("%s: a pod must not run as root", [input.metadata.name]) if {
	is_workload
	not pod.securityContext.runAsNonRoot
}

deny contains sprintf("%s: a pod needs the default seccomp profile", [input.metadata.name]) if {
	is_workload
	not pod.securityContext.seccompProfile.type == "RuntimeDefault"
}

deny contains sprintf("%s: a pod needs no token of Kubernetes", [input.metadata.name]) if {
	is_workload
	not pod.automountServiceAccountToken == false
}

deny contains sprintf("%s: the root file system must be read-only", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	not container.securityContext.readOnlyRootFilesystem
}

deny contains sprintf("%s: privileges must not escalate", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	not container.securityContext.allowPrivilegeEscalation == false
}

deny contains sprintf("%s: all capabilities must be dropped", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	not "ALL" in container.securityContext.capabilities.drop
}

deny contains sprintf("%s: requests and a memory limit are required", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	not has_resources(container)
}

deny contains sprintf("%s: the image needs a version", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	not regex.match(`:[^:/]+$`, container.image)
}

deny contains sprintf("%s: the image needs a version other than latest", [input.metadata.name]) if {
	is_workload
	some container in pod.containers
	endswith(container.image, ":latest")
}

deny contains sprintf("%s: three probes are required", [input.metadata.name]) if {
	input.kind == "Deployment"
	some container in pod.containers
	not has_probes(container)
}

deny contains sprintf("%s: pods must spread over nodes and zones", [input.metadata.name]) if {
	input.kind == "Deployment"
	keys := {constraint.topologyKey | some constraint in pod.topologySpreadConstraints}
	keys != {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}
}

deny contains sprintf("%s: the volume %s needs a size limit", [input.metadata.name, volume.name]) if {
	is_workload
	some volume in pod.volumes
	volume.emptyDir
	not volume.emptyDir.sizeLimit
}

deny contains sprintf("%s: pods must not reach %s", [input.metadata.name, address]) if {
	input.kind == "NetworkPolicy"
	some rule in input.spec.egress
	some peer in rule.to
	some address in internal_addresses
	net.cidr_contains(peer.ipBlock.cidr, address)
	not is_excluded(peer.ipBlock, address)
}

deny contains sprintf("%s: the database must refuse other pods", [input.metadata.name]) if {
	input.kind == "NetworkPolicy"
	input.spec.podSelector.matchLabels["cnpg.io/cluster"]
	some rule in input.spec.ingress
	not rule.from
}

deny contains sprintf("%s: secrets belong into Secrets that exist", [input.metadata.name]) if {
	input.kind == "ConfigMap"
	some name, _ in input.data
	is_secret(name)
}

# Services of a cloud that give out credentials, and the private networks of most clusters.
internal_addresses := {
	"10.0.0.1",
	"100.100.100.200",
	"168.63.129.16",
	"169.254.169.254",
	"172.16.0.1",
	"192.168.0.1",
	"fd00:ec2::254",
}

# A network that values open on purpose is private itself.
is_excluded(block, address) if {
	some network in block.except
	net.cidr_contains(network, address)
}

is_excluded(block, _) if not block.cidr in {"0.0.0.0/0", "::/0"}

is_secret(name) if regex.match(`_(KEY|KEY_ID|SECRET|TOKEN|PASSWORD)$`, name)

is_secret(name) if name in {"DATABASE_URL", "MIGRATION_DATABASE_URL", "SMTP_URL", "OPERATOR_WEBHOOK"}

has_resources(container) if {
	container.resources.requests.cpu
	container.resources.requests.memory
	container.resources.limits.memory
}

has_probes(container) if {
	container.startupProbe
	container.livenessProbe
	container.readinessProbe
}
