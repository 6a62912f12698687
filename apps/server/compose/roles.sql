-- Run once by the postgres image, as its superuser: the two roles of README.md, with passwords from the environment.
\getenv owner_password KEYFRAME_OWNER_PASSWORD
\getenv app_password KEYFRAME_APP_PASSWORD
CREATE ROLE keyframe_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE keyframe_app LOGIN PASSWORD :'app_password';
CREATE DATABASE keyframe OWNER keyframe_owner;
REVOKE ALL ON DATABASE keyframe FROM PUBLIC;
GRANT CONNECT ON DATABASE keyframe TO keyframe_app;
