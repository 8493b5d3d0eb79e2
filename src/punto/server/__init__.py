"""The house on the web: pages, their JSON twins, commands by POST and news by server-sent events."""
