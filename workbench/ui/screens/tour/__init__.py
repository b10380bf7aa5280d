"""The tour: the demo servers one after another, and what each of them changes."""

from workbench.ui.screens.tour.screen import TourScreen, tour_session

__all__ = ["TourScreen", "tour_session"]
