/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Shared variables with names and types, and atomic actions on them, whose bodies run exactly once. Begin with
 * {@link org.isotach.actions.Isotach}.
 */
package org.isotach.actions;
